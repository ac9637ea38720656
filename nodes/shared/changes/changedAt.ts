import { excerpt, PagingError } from '../paging/errors';
import type { Instant } from './moment';
import { before, compare, readMoment } from './moment';
import { placeOf, valueAt } from './record';
import { asMissing, isMissing, reachedOf, sizeOf } from './state';
import type {
	ByChangedAt,
	ChangeOptions,
	FoundChange,
	Moment,
	Reached,
	ReadRecord,
	Rules,
} from './types';
import { UNCONFIRMED } from './types';

/** How much earlier than asked for an API may return records because it rounds, and ignores zones. */
const MOST_ROUNDING_SECONDS = 2 * 24 * 60 * 60;

/** How far clocks and zones may be ahead of this machine. */
const MOST_AHEAD_SECONDS = 24 * 60 * 60;

/** A state is stored beside what the next run sets and drops in it. */
const SHARES = 3;

const MANY =
	'Records that moved to another page while the list was read may be missing: there are too many to re-check. If the list may have changed meanwhile, run Reset Change History and read it again at a quiet time, or split it with a filter in the URL.';

/** A record has changed when the API returns it, and it is not one of those that were returned last. */
export class ChangedAtRules implements Rules {
	readonly notConcluded = 'The next run reads the same period again.';
	readonly warnings: string[] = [];
	reached: Reached;
	private latest: Instant | undefined;
	/** Since when records were requested; absent in a run that reads all of them. */
	private readonly since: Instant | undefined;
	private readonly seen = new Map<string, number>();

	/** @param state up to where the runs before have read */
	constructor(
		private readonly options: ByChangedAt & Pick<ChangeOptions, 'now' | 'maxCharacters'>,
		state: Reached,
	) {
		this.reached = reachedOf(state);
		const { cursor, latest = cursor } = state;
		this.latest = readMoment(latest);
		if (cursor !== undefined) this.since = readMoment(before(cursor, options.overlap));
	}

	judge(record: ReadRecord, known: string | undefined): FoundChange | undefined {
		const changed = this.changedAt(record);
		const { seconds } = changed;
		if (this.since && seconds < this.since.seconds - MOST_ROUNDING_SECONDS) {
			throw this.notFiltered(record, changed.moment);
		}
		if (seconds > this.options.now + MOST_AHEAD_SECONDS) this.warnOfFuture(record, changed.moment);
		else if (!this.latest || compare(changed, this.latest) > 0) this.latest = changed;
		const created = this.createdAt(record);
		// Clocks differ: a record may have been changed before it was created.
		this.seen.set(record.key, Math.max(seconds, created?.seconds ?? 0));
		if (known === record.hash) return undefined;
		if (known !== undefined && known !== UNCONFIRMED.created) return 'updated';
		if (!this.since) return 'created';
		if (!created) return 'changed';
		return created.seconds >= this.since.seconds ? 'created' : 'updated';
	}

	conclude(known: Map<string, string>, canSkip: boolean): string[] {
		const latest = this.latest?.moment;
		const { cursor, latest: lagging = cursor } = this.reached;
		this.keepFrom(canSkip ? lagging : latest, known, canSkip);
		const isTooMuch = canSkip && lagging !== latest && !this.hasRoomFor(known);
		if (isTooMuch) {
			this.keepFrom(latest, known, false);
			this.warnings.push(MANY);
		}
		this.reached = reachedOf({ cursor: canSkip && !isTooMuch ? lagging : latest, latest });
		return [];
	}

	/** Keeps what a run from this cursor on gets again. */
	private keepFrom(cursor: Moment | undefined, known: Map<string, string>, canSkip: boolean): void {
		const next = cursor === undefined ? cursor : readMoment(before(cursor, this.options.overlap));
		for (const [key, kept] of [...known]) {
			const seconds = this.seen.get(key);
			const mayBeSkipped = canSkip && seconds === undefined && !isMissing(kept);
			if (mayBeSkipped) known.set(key, asMissing(kept));
			else if (seconds === undefined || !this.isReturnedAgain(seconds, next)) known.delete(key);
		}
	}

	private hasRoomFor(known: Map<string, string>): boolean {
		let characters = 0;
		for (const [key, kept] of known) characters += sizeOf(key, kept);
		return characters <= this.options.maxCharacters / SHARES;
	}

	/** Also what is returned although it is too old for the period that was requested. */
	private isReturnedAgain(seconds: number, next: Instant | undefined): boolean {
		const isRounded = this.since !== undefined && seconds < this.since.seconds;
		return isRounded || !next || seconds >= next.seconds;
	}

	private createdAt({ json }: ReadRecord): Instant | undefined {
		const { createdAtPath } = this.options;
		return createdAtPath === '' ? undefined : readMoment(valueAt(json, createdAtPath));
	}

	private changedAt({ json, place }: ReadRecord): Instant {
		const { changedAtPath, createdAtPath } = this.options;
		// Some APIs write no change for a record that was only created.
		const fallback = createdAtPath === '' ? undefined : valueAt(json, createdAtPath);
		const moment = valueAt(json, changedAtPath) ?? fallback;
		const instant = readMoment(moment);
		if (instant) return instant;
		const found = moment === undefined ? 'has no' : `has ${excerpt(moment)} as its`;
		throw new PagingError(
			`${placeOf(place)} ${found} ${changedAtPath}, which is the Changed-At Path.`,
			'Set Changed-At Path to a field that every record has, with a date and time such as 2026-03-31T12:00:00Z, a date, or seconds or milliseconds since 1970.',
		);
	}

	private notFiltered({ place }: ReadRecord, moment: Moment): PagingError {
		const { changedAtPath, overlap } = this.options;
		const { cursor } = this.reached;
		const since = cursor === undefined ? '' : before(cursor, overlap);
		return new PagingError(
			`${placeOf(place)} has ${excerpt(moment)} as its ${changedAtPath}, but only records since ${excerpt(since)} were requested.`,
			'Check Changed-At Parameter: the API ignores it, or it filters by another field than Changed-At Path.',
		);
	}

	/** The first one is enough to find the cause. */
	private warnOfFuture({ place }: ReadRecord, moment: Moment): void {
		if (this.warnings.length > 0) return;
		this.warnings.push(
			`${placeOf(place)} has ${excerpt(moment)} as its ${this.options.changedAtPath}, which is in the future. The next run requests changes since the latest value that is not.`,
		);
	}
}
