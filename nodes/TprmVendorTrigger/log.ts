import type { IWebhookFunctions } from 'n8n-workflow';

import { Recent } from '../shared/basics/recent';
import { logLine } from '../shared/n8n/shown';
import type { Note } from './notes';

/**
 * What is the same for all deliveries to a trigger: node names are unique in a workflow, and n8n keys
 * static data by them too.
 */
export function scopeKey(context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().name]);
}

/** Writes a warning to the log of n8n that names the workflow and the node. */
export function warn(
	context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow' | 'logger'>,
	text: string,
	kind?: string,
): void {
	const { id, name } = context.getWorkflow();
	const nodeName = context.getNode().name;
	logLine(context, 'warn', `${nodeName} of workflow "${name ?? ''}" (${id ?? ''}): ${text}`, {
		workflowId: id,
		nodeName,
		kind,
	});
}

/** Messages of one kind are logged once in this time. */
const QUIET_MS = 60_000;

/** Messages logged last, and how many were left out since then; by trigger and kind. */
const logged = new Recent<{ at: number; unlogged: number }>(1_000);

/** Writes notes to the log of n8n. A client that sends thousands of forged requests does not fill it. */
export function log(context: IWebhookFunctions, notes: readonly Note[]): void {
	for (const { kind, text } of notes) {
		const key = JSON.stringify([scopeKey(context), kind]);
		const last = logged.get(key);
		const age = last ? Date.now() - last.at : Infinity;
		// A clock that was set back must not silence the log for longer.
		if (last && age >= 0 && age < QUIET_MS) {
			last.unlogged++;
			continue;
		}
		logged.set(key, { at: Date.now(), unlogged: 0 });
		const more = last?.unlogged
			? ` (${last.unlogged} more of this kind since the last message.)`
			: '';
		warn(context, `${text}${more}`, kind);
	}
}
