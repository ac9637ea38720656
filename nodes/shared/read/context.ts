import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import type { ParameterSource } from '../node/parameterSource';
import type { RequestContext } from '../service/call';

/** What reading takes of n8n: what a run has, and a poll too. */
export interface ReadContext
	extends
		ParameterSource,
		RequestContext,
		Pick<IExecuteFunctions, 'logger' | 'getExecutionCancelSignal' | 'getInstanceId'> {}

/**
 * @param poll has no input items: its parameters are the same for every index
 * @param signal ends the requests and waits of the poll
 * @returns the context of a poll, to read with
 */
export function toReadContext(poll: IPollFunctions, signal: AbortSignal): ReadContext {
	const { httpRequest, httpRequestWithAuthentication } = poll.helpers;
	return {
		logger: poll.logger,
		getInstanceId: () => poll.getInstanceId(),
		getNode: () => poll.getNode(),
		getNodeParameter: (name, _itemIndex, fallback, options) =>
			poll.getNodeParameter(name, fallback, options),
		getCredentials: async (type) => await poll.getCredentials(type),
		getExecutionCancelSignal: () => signal,
		helpers: {
			httpRequest: async (options) => await httpRequest(options),
			// n8n gets the credential, and stores a renewed token, by its own context.
			httpRequestWithAuthentication: async (...request) =>
				await httpRequestWithAuthentication.call(poll, ...request),
		},
	};
}
