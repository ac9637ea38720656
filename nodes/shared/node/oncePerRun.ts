import type { IExecuteFunctions } from 'n8n-workflow';

import type { InputItem } from './inputItem';

/**
 * Lets all items of a run share what is read once.
 *
 * @returns a function that reads when the first item asks, also if that fails
 */
export function oncePerRun<T>(
	read: (item: InputItem) => Promise<T>,
): (item: InputItem) => Promise<T> {
	const reads = new WeakMap<IExecuteFunctions, Promise<T>>();
	return async (item) => {
		const result = reads.get(item.context) ?? read(item);
		reads.set(item.context, result);
		return await result;
	};
}
