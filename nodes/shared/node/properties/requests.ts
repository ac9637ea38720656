import type { INodeProperties } from 'n8n-workflow';

import { numberField } from '../../forms/fields';
import { byLabel, collection, membersAlone, optionGroup } from '../../forms/groups';
import { DEFAULT_LIMITS } from '../../service/call';

/**
 * The Options collection of an operation.
 *
 * @param own members besides Advanced, which every operation has
 * @param advanced members of Advanced besides Max Wait and Timeout
 */
export function optionsCollection(
	own: INodeProperties[] = [],
	advanced: INodeProperties[] = [],
): INodeProperties {
	const settings = byLabel([...advanced, maxWaitOption, timeoutOption]);
	const entries = [...own, optionGroup('Advanced', 'advanced', settings)];
	const options = byLabel([...entries, ...entries.flatMap(membersAlone)]);
	return collection('Options', 'options', 'Add Option', options);
}

/** The Max Wait option. */
export const maxWaitOption = numberField(
	'Max Wait',
	'maxWait',
	DEFAULT_LIMITS.maxWaitMs / 1000,
	[0],
	'How many seconds a request can wait in total for a busy service or a rate limit. A request fails once they are used up, and at once if the service asks for a longer wait.',
);

/** The Timeout option. Timers take up to 24 days. */
export const timeoutOption = numberField(
	'Timeout',
	'timeout',
	DEFAULT_LIMITS.timeoutMs / 1000,
	[0.1, 2_147_483],
	'Max number of seconds to wait for a response',
);

/** The Batch Size option of an operation that puts several input items into one request. */
export function batchSizeOption(byDefault: number, what: string): INodeProperties {
	const description = `Max number of ${what} per request. Lower it if the service rejects large requests.`;
	return numberField('Batch Size', 'batchSize', byDefault, [1], description);
}

/**
 * The Concurrent Requests option of an operation that sends one request per item, or several.
 *
 * Eight requests at once are six times as fast as one (`bench/writes.ts`), and about what a browser opens to one
 * host. A service that takes fewer slows the run down by itself.
 */
export const concurrentRequestsOption = numberField(
	'Concurrent Requests',
	'concurrentRequests',
	8,
	[1, 32],
	'Max number of requests in progress at once. The node sends fewer while the service is busy or limits the rate. Set it to 1 to process the items one after the other.',
);
