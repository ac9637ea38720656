import { excerpt } from '../basics/excerpt';
import type { ByChangedAt, ChangeOptions } from './changeOptions';
import type { ChangeRules, KnownRecords, Notes } from './changeRules';
import { ChangesError } from './changesError';
import {
	before,
	compareInstants,
	type Instant,
	type Moment,
	type Reached,
	readMoment,
	sinceOf,
} from './moment';
import { describePlace, type FoundChange, type ReadRecord, recordValueAt } from './record';
import type { Kept } from './state';
import { sizeOf } from './room';

/** How much earlier than asked for an API may return records because it rounds, and ignores zones. */
const MOST_ROUNDING_SECONDS = 2 * 24 * 60 * 60;

/** How far a time without a zone may be ahead of the server's clock; a record that is further ahead is named. */
const MOST_AHEAD_SECONDS = 24 * 60 * 60;

/** Share of the room that may be taken by records in case that the filter is rounded. */
const SHARE_FOR_ROUNDING = 0.1;

const FORMATS =
	'Supported are ISO 8601, such as 2026-03-31T10:15:30Z, and seconds or milliseconds since 1970.';

const MANY =
	'Too many records to re-check: those that moved to another page during the read may be missing. Read again at a quiet time (in Paged HTTP, after Reset Change History), or filter the list in the URL.';

/**
 * A record has changed when the API returns it, and it is not one of those that were returned last.
 *
 * The latest moment that a run has read, such as that of
 *
 *     { "id": 7, "name": "Acme", "updatedAt": "2026-03-31T10:15:30Z" }
 *
 * is the cursor of the next one, which requests what has changed since then, less the overlap. What was
 * returned of that period is known by its hash, so that it is not returned again; so is what was returned
 * just before it, since some APIs round the time down that they filter by, such as to the day.
 */
export class ChangedAtRules implements ChangeRules {
	readonly notConcluded = 'The next run reads the same period again.';

	/** Since when records were requested; absent in a run that reads all of them. */
	private readonly since: Instant | undefined;
	/** The latest moment that this run has read, or the runs before. */
	private latest: Instant | undefined;
	/** When each record of this run has changed, in seconds since 1970; `Infinity` where it has no moment. */
	private readonly seen = new Map<string, number>();
	/** When the oldest record that is returned has changed, in seconds since 1970. */
	private oldestReturned = Infinity;
	/** What is wrong with the first record that has no date and time, where no record has one. */
	private undated: ChangesError | undefined;

	/**
	 * @param reachedBefore up to where the runs before have read
	 * @param known what is kept of records that the next run may get again
	 * @param notes gets what the user has to know
	 */
	constructor(
		private readonly options: ByChangedAt & Pick<ChangeOptions, 'now' | 'maxCharacters'>,
		private reachedBefore: Reached,
		private readonly known: KnownRecords,
		private readonly notes: Notes,
	) {
		const { cursor, latest = cursor } = reachedBefore;
		this.since = this.startFor(cursor);
		this.latest = readMoment(latest);
	}

	reached(): Reached {
		return this.reachedBefore;
	}

	/** @throws ChangesError when the record is older than what was requested */
	judge(record: ReadRecord, kept: Kept | undefined): FoundChange | undefined {
		const changed = this.changedAt(record);
		const created = readMoment(this.createdAt(record));
		// Clocks differ: a record may have been changed before it was created.
		const seconds = Math.max(changed?.seconds ?? Infinity, created?.seconds ?? 0);
		this.seen.set(record.key, seconds);
		if (changed) this.noteMoment(record, changed);
		if (kept?.tries === 0 && kept.hash === record.hash) return undefined;
		this.oldestReturned = Math.min(this.oldestReturned, changed?.seconds ?? -Infinity);
		// How long a record is known depends on when it has changed: without dates, nothing is told from it.
		const isDated = this.options.createdAtPath !== '';
		if (kept && !kept.isNew) return isDated ? 'updated' : 'changed';
		if (!this.since) return 'created';
		if (!created) return 'changed';
		return created.seconds >= this.since.seconds ? 'created' : 'updated';
	}

	/** @throws ChangesError when no record has a date and time */
	conclude(canSkip: boolean): string[] {
		if (!this.latest && this.undated) throw this.undated;
		const { cursor, latest: lagging = cursor } = this.reachedBefore;
		const latest = this.latest?.moment;
		const hasRoom = !canSkip || latest === lagging || this.hasRoomFrom(lagging);
		if (!hasRoom) this.notes.warnings.push(MANY);
		const next = canSkip && hasRoom ? lagging : latest;
		this.markMissing(hasRoom && (canSkip || this.seen.size === 0));
		this.reach({ cursor: this.beforeUnprocessed(next), latest, next });
		return [];
	}

	settle(): void {
		const { next, latest } = this.reachedBefore;
		this.reach({ cursor: next, latest });
	}

	/** @returns since when a run with this cursor requests changes */
	private startFor(cursor: Moment | undefined): Instant | undefined {
		return cursor === undefined ? cursor : readMoment(sinceOf(cursor, this.options.overlap));
	}

	private createdAt({ json }: ReadRecord): unknown {
		const { createdAtPath } = this.options;
		return createdAtPath === '' ? undefined : recordValueAt(json, createdAtPath);
	}

	/** @returns when the record has changed; `undefined` where it does not say, which is noted */
	private changedAt(record: ReadRecord): Instant | undefined {
		// Some APIs write no change for a record that was only created.
		const moment = recordValueAt(record.json, this.options.changedAtPath) ?? this.createdAt(record);
		const instant = readMoment(moment);
		if (!instant && !this.undated) this.noteUndated(record, moment);
		return instant;
	}

	/** Notes the first record without a date and time: what is wrong with it, and what can be done. */
	private noteUndated({ place }: ReadRecord, moment: unknown): void {
		const { changedAtPath } = this.options;
		const isMissing = moment === undefined;
		const found = `${describePlace(place)} has ${isMissing ? 'no' : `${excerpt(moment)} as its`} ${changedAtPath}, which is the Changed-At Path`;
		const [wrong, consequence, forOne, forAll] = isMissing
			? [
					`${found}.`,
					`${found}, so its later changes may not be found.`,
					'Set Created-At Path under Options > Changes to a date and time that it has, or Changed-At Path to a field that every record has.',
					'No record has a date and time there. Set Changed-At Path to a field that has one.',
				]
			: [
					`${found}. This format of a date and time is not supported.`,
					`${found}. This format of a date and time is not supported, so its later changes may not be found.`,
					FORMATS,
					`${FORMATS} Set Changed-At Path to another field, or set Find Changes By to Content.`,
				];
		this.undated = new ChangesError(wrong, forAll);
		this.notes.incomplete.push(`${consequence} ${forOne}`);
	}

	/** Remembers the latest moment, as far as it is not in the future. */
	private noteMoment(record: ReadRecord, changed: Instant): void {
		const { seconds, moment, isLocal } = changed;
		const { since } = this;
		const shown = `${describePlace(record.place)} has ${excerpt(moment)} as its ${this.options.changedAtPath}`;
		if (since && seconds < since.seconds - MOST_ROUNDING_SECONDS) {
			throw new ChangesError(
				`${shown}, but only records since ${excerpt(since.moment)} were requested.`,
				'Check Changed-At Parameter: the API ignores it, or it filters by another field than Changed-At Path.',
			);
		}
		const ahead = seconds - this.options.now();
		if (ahead > MOST_AHEAD_SECONDS) {
			// The first one is enough to find the cause.
			this.notes.warnings[0] ??= `${shown}, which is in the future. The next run requests changes since the latest date and time that is not in the future.`;
		} else if (ahead <= 0 || isLocal) {
			if (!this.latest || compareInstants(changed, this.latest) > 0) this.latest = changed;
		}
	}

	/** @returns whether the records that a run with this cursor gets again can be kept until then */
	private hasRoomFrom(cursor: Moment | undefined): boolean {
		const characters = this.returnedAgain(cursor).reduce((sum, key) => sum + sizeOf(key), 0);
		return characters <= this.options.maxCharacters;
	}

	/**
	 * @returns the keys that a run with this cursor gets again; also what is returned although it is too
	 *   old for the period that was requested, and what may have been skipped
	 */
	private returnedAgain(cursor: Moment | undefined): string[] {
		const from = this.startFor(cursor)?.seconds ?? -Infinity;
		return [...this.known.keys()].filter((key) => {
			const seconds = this.seen.get(key) ?? Infinity;
			return seconds >= from || (this.since && seconds < this.since.seconds);
		});
	}

	/**
	 * An API may round the time down that it filters by. What a run with this cursor does not get is
	 * forgotten then, so that this takes room once.
	 *
	 * @returns the keys that such an API may return again, the latest first, as far as there is room
	 */
	private returnedIfRounded(cursor: Moment | undefined): string[] {
		const from = (this.startFor(cursor)?.seconds ?? -Infinity) - MOST_ROUNDING_SECONDS;
		const rounded = [...this.seen].filter(([key, at]) => at >= from && this.known.has(key));
		let room = this.options.maxCharacters * SHARE_FOR_ROUNDING;
		return rounded
			.sort(([, one], [, other]) => other - one)
			.map(([key]) => key)
			.filter((key) => (room -= sizeOf(key)) >= 0);
	}

	/**
	 * Decides about records that were known, and that this run did not get.
	 *
	 * @param canMiss whether one may be there all the same: it is forgotten when the next run, too, does
	 *   not get it
	 */
	private markMissing(canMiss: boolean): void {
		for (const [key, kept] of this.known) {
			if (this.seen.has(key)) continue;
			if (canMiss && !kept.isMissing) this.known.set(key, { ...kept, isMissing: true });
			else this.known.delete(key);
		}
	}

	/** Sets up to where the list was read, and forgets what a run from there on does not get again. */
	private reach(now: Reached): void {
		this.reachedBefore = now;
		const again = new Set([
			...this.returnedAgain(now.cursor),
			...this.returnedIfRounded(now.cursor),
		]);
		for (const key of this.known.keys()) if (!again.has(key)) this.known.delete(key);
	}

	/** @returns the cursor, or an earlier one as long as a record since then is not processed */
	private beforeUnprocessed(next: Moment | undefined): Moment | undefined {
		// One that may have been skipped may be of any time since then.
		const isSkipped = [...this.known].some(([key, { tries }]) => tries > 0 && !this.seen.has(key));
		const from = isSkipped ? -Infinity : this.oldestReturned;
		const to = readMoment(next);
		// Up to a second is in the digits after the decimal point.
		if (!to || from > to.seconds) return next;
		const { cursor } = this.reachedBefore;
		if (from <= (readMoment(cursor)?.seconds ?? -Infinity)) return cursor;
		return before(to.moment, to.seconds - from + 1);
	}
}
