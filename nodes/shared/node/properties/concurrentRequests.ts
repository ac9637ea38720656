import type { INodeProperties } from 'n8n-workflow';

/**
 * Eight at once are six times as fast as one (`bench/creates.ts`), and about what a browser opens to one
 * host. A service that takes fewer slows the run down by itself.
 */
const DEFAULT = 8;

/** Its bounds. */
export const CONCURRENT_REQUESTS = { min: 1, max: 32, fallback: DEFAULT };

/** The Concurrent Requests option of an operation that sends one request per item, or several. */
export const concurrentRequestsOption: INodeProperties = {
	displayName: 'Concurrent Requests',
	name: 'concurrentRequests',
	type: 'number',
	typeOptions: { minValue: CONCURRENT_REQUESTS.min, maxValue: CONCURRENT_REQUESTS.max },
	default: DEFAULT,
	description:
		'Max number of requests in progress at once. The node sends fewer while the service is busy or limits the rate. Set it to 1 to process the items one after the other.',
};
