import type { NodeExecutionHint } from 'n8n-workflow';

import type { PagingError, Summary } from '../shared/paging';
import type { RetryResult } from '../shared/http/retry';

/**
 * Says what to do about an answer that was no page.
 *
 * @param serviceHint what the nodes of the service would say
 * @param circumstances.error what the engine made of the answer; absent when none came
 */
export function hintFor(
	{ outcome }: RetryResult,
	serviceHint: string,
	circumstances: { hasCredential: boolean; error: PagingError | undefined },
): string {
	const { hasCredential, error } = circumstances;
	if (outcome.kind === 'noAnswer') {
		return hasCredential
			? serviceHint
			: 'Check URL and Base URL, and that this n8n can reach the address. If the API needs long, raise Timeout under Options.';
	}
	const { status, headers } = outcome;
	if (status >= 300 && status < 400) {
		return `It redirects to ${headers.location ?? 'another address'}, which is not followed ${hasCredential ? 'with the access token' : 'with POST'}. Enter the final address.`;
	}
	if (status === 401 || status === 403) {
		return hasCredential
			? serviceHint
			: 'The API wants to know who asks. Choose a credential under Authentication, or put the key it expects into the URL.';
	}
	if (status === 429 || status >= 500) return serviceHint;
	return error?.fix ?? serviceHint;
}

/** Reasons that leave records unread without anybody having asked for it. */
const CUT_SHORT: Partial<Record<Summary['stopReason'], string>> = {
	maxPages: 'Reading stopped at Max Pages; raise it, or go on with Resume',
	loopDetected: 'The API repeated itself; reading stopped there',
	pathNotFound: 'A path led to nothing; reading stopped there',
	error: 'A page could not be read; what came before it is kept',
};

/** Hints are for a person to read: no more of them than that. */
const MOST_HINTS = 5;

/** Collects what the user should know about the runs of all input items. */
export class Hints {
	private readonly texts: string[] = [];
	private runs = 0;

	/** @param itemIndex the input item, counted from 0 */
	add(itemIndex: number, { stopReason, pages, items, warnings }: Summary): void {
		this.runs++;
		const reason = CUT_SHORT[stopReason];
		const cut = reason && `${reason}. ${pages} pages with ${items} records were read.`;
		const text = [cut, ...warnings].filter(Boolean).join(' ');
		if (text !== '') this.texts.push(`Item ${itemIndex}: ${text}`);
	}

	/** @returns what to show above the node's output */
	toHints(): NodeExecutionHint[] {
		const shown = this.texts.slice(0, MOST_HINTS);
		const more = this.texts.length - shown.length;
		if (more > 0) shown.push(`${more} more of ${this.runs} items: see the Summary output.`);
		return shown.map((message) => ({ message, type: 'warning', location: 'outputPane' }));
	}
}
