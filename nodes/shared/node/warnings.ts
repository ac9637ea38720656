import type { IExecuteFunctions } from 'n8n-workflow';

import { showHints } from '../n8n/hints';

/** Hints that a run has, since every item may have a reason for one. */
const shown = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a warning above the node's output, once per run. */
export function addWarning(context: IExecuteFunctions, message: string): void {
	const messages = shown.get(context) ?? new Set();
	if (messages.has(message)) return;
	shown.set(context, messages.add(message));
	showHints(context, [message, 'warning']);
}
