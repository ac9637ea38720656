import { excerpt, PagingError } from '../paging/errors';
import type { Instant } from './moment';
import { before, compare, readMoment, sinceOf } from './moment';
import { areSame, placeOf, valueAt, valuesOf } from './record';
import { sizeOf } from './state';
import type {
	ByChangedAt,
	ChangeOptions,
	FoundChange,
	Kept,
	Moment,
	Notes,
	Reached,
	ReadRecord,
	Rules,
} from './types';

/**
 * A record has changed when its content has; it was removed when a complete run does not have it, or
 * two of them where one can skip it.
 */
export class ContentRules implements Rules {
	readonly notConcluded =
		'Removed records are not reported. The next run that reads everything reports them.';
	readonly reached = {};

	judge({ hash, json }: ReadRecord, kept: Kept | undefined): FoundChange | undefined {
		if (!kept || kept.isNew) return 'created';
		if (kept.tries > 0) return 'updated';
		// Also where the watched fields have been edited: what is known of a record is compared.
		const { values } = kept;
		const isSame = values
			? areSame(values, valuesOf(json, Object.keys(values)))
			: kept.hash === hash;
		return isSame ? undefined : 'updated';
	}

	conclude(known: Map<string, Kept>, canSkip: boolean, seen: Map<string, unknown>): string[] {
		// What another input item of this run has had is there.
		const gone = [...known].filter(([key, { isReturned }]) => !seen.has(key) && !isReturned);
		for (const [key, kept] of gone) known.set(key, { ...kept, isMissing: true });
		return gone.filter(([, { isMissing }]) => !canSkip || isMissing).map(([key]) => key);
	}
}

/** How much earlier than asked for an API may return records because it rounds, and ignores zones. */
const MOST_ROUNDING_SECONDS = 2 * 24 * 60 * 60;

/** How far a time without a zone may be ahead of the server's clock; a record that is further ahead is named. */
const MOST_AHEAD_SECONDS = 24 * 60 * 60;

const MANY =
	'Records that moved to another page while the list was read may be missing: there are too many to re-check. If the list may have changed meanwhile, run Reset Change History and read it again at a quiet time, or split it with a filter in the URL.';

/** A record has changed when the API returns it, and it is not one of those that were returned last. */
export class ChangedAtRules implements Rules {
	readonly notConcluded = 'The next run reads the same period again.';
	private latest: Instant | undefined;
	/** Since when records were requested; absent in a run that reads all of them. */
	private readonly since: Instant | undefined;
	/** When each record of this run has changed, in seconds. */
	private readonly seen = new Map<string, number>();
	/** The same of the oldest record that is returned. */
	private oldest = Infinity;

	/** @param reached up to where the runs before have read */
	constructor(
		private readonly options: ByChangedAt & Pick<ChangeOptions, 'now' | 'maxCharacters'>,
		public reached: Reached,
		private readonly notes: Notes,
	) {
		const { cursor, latest = cursor } = reached;
		this.latest = readMoment(latest);
		this.since = this.sinceOf(cursor);
	}

	judge(record: ReadRecord, kept: Kept | undefined): FoundChange | undefined {
		const changed = this.changedAt(record);
		const created = readMoment(this.createdAt(record));
		// Clocks differ: a record may have been changed before it was created.
		const seconds = Math.max(changed?.seconds ?? Infinity, created?.seconds ?? 0);
		this.seen.set(record.key, seconds);
		if (changed) this.note(record, changed);
		if (kept?.tries === 0 && kept.hash === record.hash) return undefined;
		this.oldest = Math.min(this.oldest, changed?.seconds ?? -Infinity);
		if (kept && !kept.isNew) return 'updated';
		if (!this.since) return 'created';
		if (!created) return 'changed';
		return created.seconds >= this.since.seconds ? 'created' : 'updated';
	}

	conclude(known: Map<string, Kept>, canSkip: boolean): string[] {
		const [noDate] = this.notes.incomplete;
		if (!this.latest && noDate !== undefined) {
			throw new PagingError(noDate, 'No record has a date and time there.');
		}
		const { cursor, latest: lagging = cursor } = this.reached;
		const latest = this.latest?.moment;
		const hasRoom = !canSkip || latest === lagging || this.hasRoomFrom(lagging, known);
		if (!hasRoom) this.notes.warnings.push(MANY);
		const next = canSkip && hasRoom ? lagging : latest;
		const canMiss = hasRoom && (canSkip || this.seen.size === 0);
		for (const [key, kept] of known) {
			if (this.seen.has(key)) continue;
			if (canMiss && !kept.isMissing) known.set(key, { ...kept, isMissing: true });
			else known.delete(key);
		}
		this.reached = { cursor: this.guarded(next, known), latest, next };
		this.prune(known);
		return [];
	}

	settle(known: Map<string, Kept>): void {
		const { latest, next } = this.reached;
		this.reached = { cursor: next, latest };
		this.prune(known);
	}

	/** @returns the cursor, or an earlier one as long as a record since then is not processed */
	private guarded(next: Moment | undefined, known: Map<string, Kept>): Moment | undefined {
		const { cursor } = this.reached;
		// One that may have been skipped may be of any time since then.
		const isSkipped = [...known].some(([key, { tries }]) => tries > 0 && !this.seen.has(key));
		const oldest = isSkipped ? -Infinity : this.oldest;
		const to = readMoment(next);
		// Up to a second is in the digits after the decimal point.
		if (!to || oldest > to.seconds) return next;
		if (oldest <= (readMoment(cursor)?.seconds ?? -Infinity)) return cursor;
		return before(to.moment, to.seconds - oldest + 1);
	}

	/** Forgets what a run from the cursor on does not get again. */
	private prune(known: Map<string, Kept>): void {
		const again = new Set(this.returnedAgain(this.reached.cursor, known));
		for (const key of known.keys()) if (!again.has(key)) known.delete(key);
	}

	private hasRoomFrom(cursor: Moment | undefined, known: Map<string, Kept>): boolean {
		const keys = this.returnedAgain(cursor, known);
		return keys.reduce((sum, key) => sum + sizeOf(key), 0) <= this.options.maxCharacters;
	}

	/** @returns also what is returned although it is too old for the period that was requested, and what may have been skipped */
	private returnedAgain(cursor: Moment | undefined, known: Map<string, Kept>): string[] {
		const from = this.sinceOf(cursor)?.seconds ?? -Infinity;
		return [...known.keys()].filter((key) => {
			const seconds = this.seen.get(key) ?? Infinity;
			return seconds >= from || (this.since && seconds < this.since.seconds);
		});
	}

	private sinceOf(cursor: Moment | undefined): Instant | undefined {
		return cursor === undefined ? cursor : readMoment(sinceOf(cursor, this.options.overlap));
	}

	private note(record: ReadRecord, changed: Instant): void {
		const { seconds, moment, isLocal } = changed;
		const shown = `${placeOf(record.place)} has ${excerpt(moment)} as its ${this.options.changedAtPath}`;
		if (this.since && seconds < this.since.seconds - MOST_ROUNDING_SECONDS) {
			throw new PagingError(
				`${shown}, but only records since ${excerpt(this.since.moment)} were requested.`,
				'Check Changed-At Parameter: the API ignores it, or it filters by another field than Changed-At Path.',
			);
		}
		const ahead = seconds - this.options.now();
		if (ahead > MOST_AHEAD_SECONDS) {
			// The first one is enough to find the cause.
			this.notes.warnings[0] ??= `${shown}, which is in the future. The next run requests changes since the latest value that is not.`;
		} else if (ahead <= 0 || isLocal) {
			if (!this.latest || compare(changed, this.latest) > 0) this.latest = changed;
		}
	}

	private createdAt({ json }: ReadRecord): unknown {
		const { createdAtPath } = this.options;
		return createdAtPath === '' ? undefined : valueAt(json, createdAtPath);
	}

	private changedAt(record: ReadRecord): Instant | undefined {
		const { changedAtPath } = this.options;
		// Some APIs write no change for a record that was only created.
		const moment = valueAt(record.json, changedAtPath) ?? this.createdAt(record);
		const instant = readMoment(moment);
		if (instant) return instant;
		const found = moment === undefined ? 'has no' : `has ${excerpt(moment)} as its`;
		this.notes.incomplete[0] ??= `${placeOf(record.place)} ${found} ${changedAtPath}, which is the Changed-At Path, so its later changes may not be found. Set Created-At Path under Options > Changes to a date and time that it has, or Changed-At Path to a field that every record has.`;
		return undefined;
	}
}
