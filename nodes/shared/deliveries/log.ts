import type { IWebhookFunctions } from 'n8n-workflow';

import { Recent } from '../basics/recent';
import { logLine } from '../n8n/logLine';
import type { Note } from './notes';
import { triggerId } from './triggerId';

/**
 * Writes a warning to the log of n8n that names the workflow and the node.
 *
 * @param text without a secret, and without what a sender of an unproven delivery has written
 * @param kind see `Note`
 */
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

/** Triggers and kinds of messages at most that are remembered. */
const MOST_LOGGED = 1_000;

/** A message that was logged. */
interface LoggedMessage {
	/** When it was logged, in milliseconds since 1970. */
	at: number;
	/** How many of its kind were left out since then. */
	unlogged: number;
}

/** Messages logged last, by trigger and kind. */
const logged = new Recent<LoggedMessage>(MOST_LOGGED);

/** Writes notes to the log of n8n. A client that sends thousands of forged requests does not fill it. */
export function log(context: IWebhookFunctions, notes: readonly Note[]): void {
	for (const { kind, text } of notes) {
		const key = JSON.stringify([triggerId(context), kind]);
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
