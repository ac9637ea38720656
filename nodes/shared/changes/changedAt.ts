import { excerpt, PagingError } from '../paging/errors';
import type { Instant } from './moment';
import { before, compare, readMoment } from './moment';
import { placeOf, valueAt } from './record';
import type { ByChangedAt, Change, Moment, ReadRecord, Rules } from './types';
import { UNCONFIRMED } from './types';

/** How much earlier than asked for an API may return records because it rounds, and ignores zones. */
const MOST_ROUNDING_SECONDS = 2 * 24 * 60 * 60;

/** A record has changed when the API returns it, and it is not one of those that were returned last. */
export class ChangedAtRules implements Rules {
	readonly notConcluded = 'The next run reads the same period again.';
	private latest: { moment: Moment; instant: Instant } | undefined;
	/** Since when records were requested; absent in a run that reads all of them. */
	private readonly since: Instant | undefined;
	private readonly seen = new Map<string, number>();

	/** @param cursor where the last complete run ended */
	constructor(
		private readonly options: ByChangedAt,
		public cursor: Moment | undefined,
	) {
		if (cursor === undefined) return;
		const instant = readMoment(cursor);
		if (instant) this.latest = { moment: cursor, instant };
		this.since = readMoment(before(cursor, options.overlap));
	}

	judge(record: ReadRecord, known: string | undefined): Exclude<Change, 'removed'> | undefined {
		const changed = this.changedAt(record);
		const { seconds } = changed.instant;
		if (this.since && seconds < this.since.seconds - MOST_ROUNDING_SECONDS) {
			throw this.notFiltered(record, changed.moment);
		}
		if (!this.latest || compare(changed.instant, this.latest.instant) > 0) this.latest = changed;
		const created = this.createdAt(record);
		// Clocks differ: a record may have been changed before it was created.
		this.seen.set(record.key, Math.max(seconds, created?.seconds ?? 0));
		if (known === record.hash) return undefined;
		if (known !== undefined && known !== UNCONFIRMED.created) return 'updated';
		if (!this.since) return 'created';
		if (!created) return 'changed';
		return created.seconds >= this.since.seconds ? 'created' : 'updated';
	}

	conclude(known: Map<string, string>): string[] {
		if (!this.latest) return [];
		this.cursor = this.latest.moment;
		const next = readMoment(before(this.cursor, this.options.overlap));
		for (const key of [...known.keys()]) {
			if (!this.isReturnedAgain(this.seen.get(key), next)) known.delete(key);
		}
		return [];
	}

	/** Also what is returned although it is too old for the period that was requested. */
	private isReturnedAgain(seconds: number | undefined, next: Instant | undefined): boolean {
		if (seconds === undefined) return false;
		const isRounded = this.since !== undefined && seconds < this.since.seconds;
		return isRounded || !next || seconds >= next.seconds;
	}

	private createdAt({ json }: ReadRecord): Instant | undefined {
		const { createdAtPath } = this.options;
		return createdAtPath === '' ? undefined : readMoment(valueAt(json, createdAtPath));
	}

	private changedAt({ json, place }: ReadRecord): { moment: Moment; instant: Instant } {
		const { changedAtPath, createdAtPath } = this.options;
		// Some APIs write no change for a record that was only created.
		const fallback = createdAtPath === '' ? undefined : valueAt(json, createdAtPath);
		const moment = valueAt(json, changedAtPath) ?? fallback;
		const instant = readMoment(moment);
		if (instant && (typeof moment === 'string' || typeof moment === 'number')) {
			return { moment, instant };
		}
		const found = moment === undefined ? 'has no' : `has ${excerpt(moment)} as its`;
		throw new PagingError(
			`${placeOf(place)} ${found} ${changedAtPath}, which is the Changed-At Path.`,
			'Set Changed-At Path to a field that every record has, with a date and time such as 2026-03-31T12:00:00Z, a date, or seconds or milliseconds since 1970.',
		);
	}

	private notFiltered({ place }: ReadRecord, moment: Moment): PagingError {
		const { changedAtPath, overlap } = this.options;
		const since = this.cursor === undefined ? '' : before(this.cursor, overlap);
		return new PagingError(
			`${placeOf(place)} has ${excerpt(moment)} as its ${changedAtPath}, but only records since ${excerpt(since)} were requested.`,
			'Check Changed-At Parameter: the API ignores it, or it filters by another field than Changed-At Path.',
		);
	}
}
