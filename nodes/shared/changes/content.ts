import { PagingError } from '../paging/errors';
import { areSame, valuesOf } from './record';
import type { FoundChange, Kept, Reached, ReadRecord, Rules } from './types';

/**
 * A record has changed when its content has; it was removed when a complete run does not have it, or
 * two of them where one can skip it.
 */
export class ContentRules implements Rules {
	readonly notConcluded =
		'Removed records are not reported. The next run that reads everything reports them.';
	private readonly seen = new Set<string>();

	constructor(public reached: Reached) {}

	judge(record: ReadRecord, kept: Kept | undefined): FoundChange | undefined {
		this.seen.add(record.key);
		if (!kept) return 'created';
		if (kept.tries > 0) return kept.isNew ? 'created' : 'updated';
		return isSame(record, kept) ? undefined : 'updated';
	}

	conclude(known: Map<string, Kept>, canSkip: boolean): string[] {
		const wasEmpty = this.reached.isEmpty;
		this.reached = { isEmpty: true };
		if (this.seen.size === 0 && !wasEmpty) return [];
		const removed: string[] = [];
		for (const [key, kept] of known) {
			// What another input item of this run has had is there.
			if (this.seen.has(key) || kept.isReturned) continue;
			if (!canSkip || kept.isMissing) removed.push(key);
			known.set(key, { ...kept, isMissing: true });
		}
		return removed;
	}
}

/** Also where the watched fields have been edited: what is known of a record is compared. */
function isSame({ hash, json }: ReadRecord, kept: Kept): boolean {
	if (!kept.values) return kept.hash === hash;
	return areSame(kept.values, valuesOf(json, Object.keys(kept.values)));
}

/** What a workflow can remember, in characters of JSON: n8n loads and saves all of it with each run. */
export const MAX_CHARACTERS = 5_000_000;

/** @param requests different requests that the node remembers */
export function tooLarge(requests = 1): PagingError {
	const most = MAX_CHARACTERS.toLocaleString('en-US');
	const more =
		requests > 1
			? ` It remembers ${requests} different requests of this node, so the URL or body must not contain what differs from run to run.`
			: '';
	return new PagingError(
		`The change history exceeds ${most} characters, the maximum for one workflow.${more}`,
		'Set Output to Batches to a Workflow or Mark as Processed to Immediately, with Find Changes By set to Changed-At Field if the API can filter by it; choose a shorter Record Key; or split the list over several workflows with a filter in the URL. The operation Reset Change History also removes what earlier URLs and deleted nodes have stored.',
	);
}
