import type { Reached } from './moment';
import { areSame, type FoundChange, type ReadRecord, valuesOf } from './record';
import type { Known } from './rules';
import type { Kept } from './state';

/**
 * A record has changed when its content has; it was removed when a complete run does not have it, or
 * two of them where one can skip it.
 *
 * @param seen what this run has read, by key
 */
export function contentRules(known: Known, seen: ReadonlyMap<string, unknown>) {
	return {
		/** What the user has to know of a run that may not have read everything. */
		notConcluded:
			'Removed records are not reported. The next run that reads everything reports them.',

		/** @returns up to where the list was read, to be kept */
		reached: (): Reached => ({}),

		/**
		 * @param kept what is kept of the record
		 * @returns `undefined` when it has not changed
		 */
		judge({ hash, json }: ReadRecord, kept: Kept | undefined): FoundChange | undefined {
			if (!kept || kept.isNew) return 'created';
			if (kept.tries > 0) return 'updated';
			// Also where the watched fields have been edited: what is known of a record is compared.
			const { values } = kept;
			const isSame = values
				? areSame(values, valuesOf(json, Object.keys(values)))
				: kept.hash === hash;
			return isSame ? undefined : 'updated';
		},

		/**
		 * To be called when all records were read.
		 *
		 * @param canSkip whether a record may have moved to a page that was read before
		 * @returns the keys of records that were removed
		 */
		conclude(canSkip: boolean): string[] {
			// What another input item of this run has had is there.
			const gone = [...known].filter(([key, { isReturned }]) => !seen.has(key) && !isReturned);
			for (const [key, kept] of gone) known.set(key, { ...kept, isMissing: true });
			return gone.filter(([, { isMissing }]) => !canSkip || isMissing).map(([key]) => key);
		},

		/** To be called when every record of a run that was concluded is processed. */
		settle() {},
	};
}
