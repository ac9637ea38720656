import { buildRequest, type Call } from '../request';
import type { Strategy } from './types';

/** A dataset without a scheme: the first response contains everything. */
export function onePage(call: Call, url: string): Strategy {
	return {
		first: null,
		request: () => buildRequest(call, url, []),
		next: () => ({ kind: 'end', stopReason: 'noNextPage' }),
		accepts: (position) => position === null,
	};
}
