import type { ChangeRules, KnownRecords } from './changeRules';
import type { Reached } from './moment';
import { areSame, type FoundChange, type ReadRecord, valuesOf } from './record';
import type { Kept } from './state';

/**
 * A record has changed when its content has; it was removed when a complete run does not have it, or
 * two of them where one can skip it.
 */
export class ContentRules implements ChangeRules {
	readonly notConcluded =
		'Removed records are not reported. The next run that reads everything reports them.';

	/**
	 * @param known what is kept of all records, with what this run has read
	 * @param seen what this run has read, by key
	 */
	constructor(
		private readonly known: KnownRecords,
		private readonly seen: { has(key: string): boolean },
	) {}

	/** @returns nothing: every run reads the whole list */
	reached(): Reached {
		return {};
	}

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

	conclude(canSkip: boolean): string[] {
		// What another input item of this run has had is there.
		const gone = [...this.known].filter(
			([key, { isReturned }]) => !this.seen.has(key) && !isReturned,
		);
		for (const [key, kept] of gone) this.known.set(key, { ...kept, isMissing: true });
		return gone.filter(([, { isMissing }]) => !canSkip || isMissing).map(([key]) => key);
	}

	/** Nothing: what is known of each record says what is processed. */
	settle(): void {}
}
