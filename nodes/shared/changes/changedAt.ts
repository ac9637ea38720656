import { excerpt, PagingError } from '../paging/errors';
import type { Instant } from './moment';
import { before, compare, readMoment, sinceOf } from './moment';
import { placeOf, valueAt } from './record';
import { reachedOf, sizeOf } from './state';
import type {
	ByChangedAt,
	ChangeOptions,
	FoundChange,
	Kept,
	Moment,
	Reached,
	ReadRecord,
	Rules,
} from './types';

/** How much earlier than asked for an API may return records because it rounds, and ignores zones. */
const MOST_ROUNDING_SECONDS = 2 * 24 * 60 * 60;

/** How far a time without a zone may be ahead of the server's clock; a record that is further ahead is named. */
const MOST_AHEAD_SECONDS = 24 * 60 * 60;

const MANY =
	'Records that moved to another page while the list was read may be missing: there are too many to re-check. If the list may have changed meanwhile, run Reset Change History and read it again at a quiet time, or split it with a filter in the URL.';

/** A record has changed when the API returns it, and it is not one of those that were returned last. */
export class ChangedAtRules implements Rules {
	readonly notConcluded = 'The next run reads the same period again.';
	readonly warnings: string[] = [];
	readonly incomplete: string[] = [];
	reached: Reached;
	private latest: Instant | undefined;
	/** Since when records were requested; absent in a run that reads all of them. */
	private readonly since: Instant | undefined;
	/** When each record of this run has changed, in seconds. */
	private readonly seen = new Map<string, number>();
	/** The same of the oldest record that is returned. */
	private oldest = Infinity;

	/** @param state up to where the runs before have read */
	constructor(
		private readonly options: ByChangedAt & Pick<ChangeOptions, 'now' | 'maxCharacters'>,
		state: Reached,
	) {
		this.reached = reachedOf(state);
		const { cursor, latest = cursor } = state;
		this.latest = readMoment(latest);
		this.since = this.sinceOf(cursor);
	}

	judge(record: ReadRecord, kept: Kept | undefined): FoundChange | undefined {
		const changed = this.changedAt(record);
		const created = this.createdAt(record);
		// Clocks differ: a record may have been changed before it was created.
		const seconds = Math.max(changed?.seconds ?? Infinity, created?.seconds ?? 0);
		this.seen.set(record.key, seconds);
		if (changed) this.note(record, changed);
		if (kept?.tries === 0 && kept.hash === record.hash) return undefined;
		this.oldest = Math.min(this.oldest, changed?.seconds ?? -Infinity);
		if (kept?.tries === 0) return 'updated';
		if (kept && !kept.isNew) return 'updated';
		if (!this.since) return 'created';
		if (!created) return 'changed';
		return created.seconds >= this.since.seconds ? 'created' : 'updated';
	}

	conclude(known: Map<string, Kept>, canSkip: boolean): string[] {
		const { cursor, isEmpty } = this.reached;
		if (this.seen.size === 0 && !isEmpty) {
			this.reached = { ...this.reached, isEmpty: true };
			return [];
		}
		const [noDate] = this.incomplete;
		if (!this.latest && noDate !== undefined) {
			throw new PagingError(noDate, 'No record has a date and time there.');
		}
		const latest = this.latest?.moment;
		const lagging = this.reached.latest ?? cursor;
		let next = canSkip ? lagging : latest;
		if (next !== latest && !this.hasRoomFrom(next, known)) {
			next = latest;
			this.warnings.push(MANY);
		}
		const canMiss = (canSkip || this.seen.size === 0) && !this.warnings.includes(MANY);
		for (const [key, kept] of known) {
			if (this.seen.has(key)) continue;
			if (canMiss && !kept.isMissing) known.set(key, { ...kept, isMissing: true });
			else known.delete(key);
		}
		this.reached = reachedOf({ cursor: this.guarded(next, known), latest, next });
		this.prune(known);
		return [];
	}

	settle(known: Map<string, Kept>): void {
		const { latest, next, isEmpty } = this.reached;
		if (isEmpty) return;
		this.reached = reachedOf({ cursor: next, latest });
		this.prune(known);
	}

	/** @returns the cursor, or an earlier one as long as a record since then is not processed */
	private guarded(next: Moment | undefined, known: Map<string, Kept>): Moment | undefined {
		const { cursor } = this.reached;
		// One that may have been skipped may be of any time since then.
		const isSkipped = [...known].some(([key, { tries }]) => tries > 0 && !this.seen.has(key));
		const oldest = isSkipped ? -Infinity : this.oldest;
		const [from, to] = [readMoment(cursor), readMoment(next)];
		// Up to a second is in the digits after the decimal point.
		if (!to || oldest > to.seconds) return next;
		if (oldest === -Infinity || (from && oldest <= from.seconds)) return cursor;
		return before(to.moment, to.seconds - oldest + 1);
	}

	/** Forgets what a run from the cursor on does not get again. */
	private prune(known: Map<string, Kept>): void {
		const since = this.sinceOf(this.reached.cursor);
		for (const key of known.keys()) if (!this.isReturnedAgain(key, since)) known.delete(key);
	}

	private hasRoomFrom(cursor: Moment | undefined, known: Map<string, Kept>): boolean {
		const since = this.sinceOf(cursor);
		let characters = 0;
		for (const key of known.keys()) if (this.isReturnedAgain(key, since)) characters += sizeOf(key);
		return characters <= this.options.maxCharacters;
	}

	/** Also what is returned although it is too old for the period that was requested, and what may have been skipped. */
	private isReturnedAgain(key: string, since: Instant | undefined): boolean {
		const seconds = this.seen.get(key) ?? Infinity;
		const isRounded = this.since !== undefined && seconds < this.since.seconds;
		return isRounded || !since || seconds >= since.seconds;
	}

	private sinceOf(cursor: Moment | undefined): Instant | undefined {
		return cursor === undefined ? cursor : readMoment(sinceOf(cursor, this.options.overlap));
	}

	private note(record: ReadRecord, changed: Instant): void {
		const { seconds, moment, isLocal } = changed;
		if (this.since && seconds < this.since.seconds - MOST_ROUNDING_SECONDS) {
			throw this.notFiltered(record, moment);
		}
		const ahead = seconds - this.options.now();
		if (ahead > MOST_AHEAD_SECONDS) this.warnOfFuture(record, moment);
		else if (ahead > 0 && !isLocal) return;
		else if (!this.latest || compare(changed, this.latest) > 0) this.latest = changed;
	}

	private createdAt({ json }: ReadRecord): Instant | undefined {
		const { createdAtPath } = this.options;
		return createdAtPath === '' ? undefined : readMoment(valueAt(json, createdAtPath));
	}

	private changedAt({ json, place }: ReadRecord): Instant | undefined {
		const { changedAtPath, createdAtPath } = this.options;
		// Some APIs write no change for a record that was only created.
		const fallback = createdAtPath === '' ? undefined : valueAt(json, createdAtPath);
		const moment = valueAt(json, changedAtPath) ?? fallback;
		const instant = readMoment(moment);
		if (instant || this.incomplete.length > 0) return instant;
		const found = moment === undefined ? 'has no' : `has ${excerpt(moment)} as its`;
		this.incomplete.push(
			`${placeOf(place)} ${found} ${changedAtPath}, which is the Changed-At Path, so its later changes may not be found. Set Created-At Path under Options > Changes to a date and time that it has, or Changed-At Path to a field that every record has.`,
		);
		return undefined;
	}

	private notFiltered({ place }: ReadRecord, moment: Moment): PagingError {
		const { changedAtPath, overlap } = this.options;
		const { cursor } = this.reached;
		const since = cursor === undefined ? '' : sinceOf(cursor, overlap);
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
