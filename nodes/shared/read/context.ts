import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import type { ReadContext } from './types';

/**
 * @param signal ends what is read
 * @returns the context of a poll, or of a list in the editor, to read with: its parameters are the same
 *   for every index of an input item
 */
export function toReadContext(
	n8n: IPollFunctions | ILoadOptionsFunctions,
	signal?: AbortSignal,
): ReadContext {
	const own: Pick<ReadContext, 'getNodeParameter' | 'getExecutionCancelSignal'> = {
		getNodeParameter: (name, _itemIndex, fallback, options) =>
			n8n.getNodeParameter(name, fallback, options),
		getExecutionCancelSignal: () => signal,
	};
	return Object.assign(Object.create(n8n), own);
}
