import { excerpt, PagingError } from '../paging/pagingErrors';
import type { ByChangedAt, ChangeOptions } from './changeOptions';
import {
	before,
	compare,
	type Instant,
	type Moment,
	type Reached,
	readMoment,
	sinceOf,
} from './moment';
import { type FoundChange, placeOf, type ReadRecord, valueAt } from './record';
import type { Known, Notes } from './rules';
import { type Kept, sizeOf } from './state';

/** How much earlier than asked for an API may return records because it rounds, and ignores zones. */
const MOST_ROUNDING_SECONDS = 2 * 24 * 60 * 60;

/** How far a time without a zone may be ahead of the server's clock; a record that is further ahead is named. */
const MOST_AHEAD_SECONDS = 24 * 60 * 60;

const MANY =
	'Records that moved to another page while the list was read may be missing: there are too many to re-check. If the list may have changed meanwhile, read it again at a quiet time (in Paged HTTP, after Reset Change History), or split it with a filter in the URL.';

/**
 * A record has changed when the API returns it, and it is not one of those that were returned last.
 *
 * @param reached up to where the runs before have read
 */
export function changedAtRules(
	options: ByChangedAt & Pick<ChangeOptions, 'now' | 'maxCharacters'>,
	reached: Reached,
	known: Known,
	notes: Notes,
) {
	const { changedAtPath, createdAtPath } = options;
	const start = (cursor: Moment | undefined): Instant | undefined =>
		cursor === undefined ? cursor : readMoment(sinceOf(cursor, options.overlap));
	/** Since when records were requested; absent in a run that reads all of them. */
	const since = start(reached.cursor);
	let latest: Instant | undefined = readMoment(reached.latest ?? reached.cursor);
	/** When each record of this run has changed, in seconds. */
	const seen = new Map<string, number>();
	/** The same of the oldest record that is returned. */
	let oldest = Infinity;

	const createdAt = ({ json }: ReadRecord) =>
		createdAtPath === '' ? undefined : valueAt(json, createdAtPath);

	const changedAt = (record: ReadRecord): Instant | undefined => {
		// Some APIs write no change for a record that was only created.
		const moment = valueAt(record.json, changedAtPath) ?? createdAt(record);
		const instant = readMoment(moment);
		if (instant) return instant;
		const found = moment === undefined ? 'has no' : `has ${excerpt(moment)} as its`;
		notes.incomplete[0] ??= `${placeOf(record.place)} ${found} ${changedAtPath}, which is the Changed-At Path, so its later changes may not be found. Set Created-At Path under Options > Changes to a date and time that it has, or Changed-At Path to a field that every record has.`;
		return undefined;
	};

	const note = (record: ReadRecord, changed: Instant) => {
		const { seconds, moment, isLocal } = changed;
		const shown = `${placeOf(record.place)} has ${excerpt(moment)} as its ${changedAtPath}`;
		if (since && seconds < since.seconds - MOST_ROUNDING_SECONDS) {
			throw new PagingError(
				`${shown}, but only records since ${excerpt(since.moment)} were requested.`,
				'Check Changed-At Parameter: the API ignores it, or it filters by another field than Changed-At Path.',
			);
		}
		const ahead = seconds - options.now();
		if (ahead > MOST_AHEAD_SECONDS) {
			// The first one is enough to find the cause.
			notes.warnings[0] ??= `${shown}, which is in the future. The next run requests changes since the latest date and time that is not in the future.`;
		} else if (ahead <= 0 || isLocal) {
			if (!latest || compare(changed, latest) > 0) latest = changed;
		}
	};

	/** @returns also what is returned although it is too old for the period that was requested, and what may have been skipped */
	const returnedAgain = (cursor: Moment | undefined): string[] => {
		const from = start(cursor)?.seconds ?? -Infinity;
		return [...known.keys()].filter((key) => {
			const seconds = seen.get(key) ?? Infinity;
			return seconds >= from || (since && seconds < since.seconds);
		});
	};

	/** Sets up to where the list was read, and forgets what a run from there on does not get again. */
	const reach = (now: Reached) => {
		reached = now;
		const again = new Set(returnedAgain(now.cursor));
		for (const key of known.keys()) if (!again.has(key)) known.delete(key);
	};

	/** @returns the cursor, or an earlier one as long as a record since then is not processed */
	const guarded = (next: Moment | undefined): Moment | undefined => {
		// One that may have been skipped may be of any time since then.
		const isSkipped = [...known].some(([key, { tries }]) => tries > 0 && !seen.has(key));
		const from = isSkipped ? -Infinity : oldest;
		const to = readMoment(next);
		// Up to a second is in the digits after the decimal point.
		if (!to || from > to.seconds) return next;
		if (from <= (readMoment(reached.cursor)?.seconds ?? -Infinity)) return reached.cursor;
		return before(to.moment, to.seconds - from + 1);
	};

	return {
		notConcluded: 'The next run reads the same period again.',

		reached: () => reached,

		judge(record: ReadRecord, kept: Kept | undefined): FoundChange | undefined {
			const changed = changedAt(record);
			const created = readMoment(createdAt(record));
			// Clocks differ: a record may have been changed before it was created.
			seen.set(record.key, Math.max(changed?.seconds ?? Infinity, created?.seconds ?? 0));
			if (changed) note(record, changed);
			if (kept?.tries === 0 && kept.hash === record.hash) return undefined;
			oldest = Math.min(oldest, changed?.seconds ?? -Infinity);
			if (kept && !kept.isNew) return 'updated';
			if (!since) return 'created';
			if (!created) return 'changed';
			return created.seconds >= since.seconds ? 'created' : 'updated';
		},

		conclude(canSkip: boolean): string[] {
			const [noDate] = notes.incomplete;
			if (!latest && noDate !== undefined) {
				throw new PagingError(
					noDate,
					'No record has a date and time there. Set Changed-At Path to a field that has one.',
				);
			}
			const lagging = reached.latest ?? reached.cursor;
			const last = latest?.moment;
			const sizeOfKeys = () => returnedAgain(lagging).reduce((sum, key) => sum + sizeOf(key), 0);
			const hasRoom = !canSkip || last === lagging || sizeOfKeys() <= options.maxCharacters;
			if (!hasRoom) notes.warnings.push(MANY);
			const next = canSkip && hasRoom ? lagging : last;
			const canMiss = hasRoom && (canSkip || seen.size === 0);
			for (const [key, kept] of known) {
				if (seen.has(key)) continue;
				if (canMiss && !kept.isMissing) known.set(key, { ...kept, isMissing: true });
				else known.delete(key);
			}
			reach({ cursor: guarded(next), latest: last, next });
			return [];
		},

		settle: () => reach({ cursor: reached.next, latest: reached.latest }),
	};
}
