import type { IExecuteFunctions } from 'n8n-workflow';

import type { InputItem } from './inputItem';

/**
 * Lets all items of a run share what is read once.
 *
 * @returns a function that reads when the first item asks, also if that fails
 */
export function oncePerRun<T>(read: (item: InputItem) => Promise<T>) {
	const reads = new WeakMap<IExecuteFunctions, Promise<T>>();
	return async (item: InputItem): Promise<T> => {
		const result = reads.get(item.context) ?? read(item);
		reads.set(item.context, result);
		return await result;
	};
}

/** Hints that a run has, since every item may have a reason for one. */
const shown = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a warning above the node's output, once per run. */
export function addWarning(context: IExecuteFunctions, message: string): void {
	const messages = shown.get(context) ?? new Set();
	if (messages.has(message)) return;
	shown.set(context, messages.add(message));
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}
