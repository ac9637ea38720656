import { PagingError } from '../paging/errors';
import { asMissing, isMissing } from './state';
import type { FoundChange, ReadRecord, Rules } from './types';
import { UNCONFIRMED } from './types';

/**
 * A record has changed when its content has; it was removed when a complete run does not have it, or
 * two of them where one can skip it.
 */
export class ContentRules implements Rules {
	readonly reached = {};
	readonly warnings = [];
	readonly notConcluded =
		'Removed records are not reported. The next run that reads everything reports them.';
	private readonly seen = new Set<string>();

	judge({ key, hash }: ReadRecord, known: string | undefined): FoundChange | undefined {
		this.seen.add(key);
		if (known === undefined || known === UNCONFIRMED.created) return 'created';
		return known === hash ? undefined : 'updated';
	}

	conclude(known: Map<string, string>, canSkip: boolean): string[] {
		const missing = [...known].filter(([key]) => !this.seen.has(key));
		// An API that is out of order may return an empty list.
		const isDoubtful = canSkip || this.seen.size === 0;
		const removed = missing.filter(([, kept]) => !isDoubtful || isMissing(kept));
		for (const [key, kept] of missing) known.set(key, asMissing(kept));
		for (const [key] of removed) known.delete(key);
		return removed.map(([key]) => key);
	}
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
		'Set Find Changes By to Changed-At Field if the API can filter by it, choose a shorter Record Key, or split the list over several workflows with a filter in the URL. The operation Reset Change History also removes what earlier URLs and deleted nodes have stored.',
	);
}
