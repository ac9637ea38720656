import type { IHookFunctions } from 'n8n-workflow';

import { operationError } from '../n8n/nodeErrors';
import { isUsableSecret } from '../webhook/signingKeys';
import { warn } from './log';
import { readSecrets } from './secrets';
import type { TriggerKind } from './triggerKind';
import { unusableSecrets } from './unusableSecrets';

/** n8n activates automatically then, and a webhook that is not registered answers 404. */
const AUTOMATIC_MODES = ['init', 'leadershipChange'];

/** Why a trigger could never start its workflow, and what to do about it. */
export type ActivationProblem = [message: string, description: string];

/**
 * Checks a trigger that is being activated. Nothing is registered: the sender is not asked.
 *
 * @param more what else may be wrong with triggers of a kind
 * @throws NodeOperationError when a person activates and the trigger could never start anything;
 *   when n8n activates automatically it is only logged, so that a delivery is never answered 404
 */
export async function checkActivation(
	context: IHookFunctions,
	kind: TriggerKind,
	more: (context: IHookFunctions) => Promise<ActivationProblem | undefined>,
): Promise<void> {
	const problem = (await findProblem(context, kind)) ?? (await more(context));
	if (!problem) return;
	const [message, description] = problem;
	if (!AUTOMATIC_MODES.includes(context.getActivationMode()))
		throw operationError(context.getNode(), { message, description: [description] });
	warn(context, `${message}. ${description}`);
}

async function findProblem(
	context: IHookFunctions,
	kind: TriggerKind,
): Promise<ActivationProblem | undefined> {
	const { words, secretFields } = kind;
	const sender = kind.readSender((name, otherwise) => context.getNodeParameter(name, otherwise));
	if (typeof sender === 'string')
		return [`The description of the sender cannot be used: ${sender}`, 'Change it in the node.'];
	const secrets = await readSecrets(context, kind);
	if (!secrets)
		return [
			'The credential of this node cannot be read',
			`Select an existing ${words.credential} credential.`,
		];
	if (!secrets.some(isUsableSecret))
		return [
			`${secretFields[0].label} is missing from the credential`,
			`Enter the secret that ${words.sender} shows for the webhook endpoint, then try again. Without it, no delivery is accepted.`,
		];
	const [unusable] = unusableSecrets(secretFields, sender.scheme, secrets);
	return unusable && [unusable.message, unusable.advice];
}
