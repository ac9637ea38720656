import { NodeOperationError } from 'n8n-workflow';

import type { Answer, SendResult } from '../../http/answer';
import type { Clean } from '../../http/redact';
import { cancelSignal } from '../../service/cancel';
import { causeOf, readThrown, textsOf } from '../../service/errors';
import type { ReadContext } from '../types';

/** Codes of n8n's OAuth2 client, for a token endpoint that did not issue a token. */
const NO_TOKEN = /^(EAUTH|ESTATUS)$/;

/**
 * Sends a request, and turns what n8n throws into an outcome or an error without a secret.
 *
 * @param work sends it and reads its answer
 * @param words.before precedes the message where n8n does not say what to do
 * @param words.fix what to do
 * @throws NodeOperationError when it was not sent
 */
export async function transmit(
	context: ReadContext,
	itemIndex: number,
	clean: Clean,
	work: () => Promise<Answer>,
	{ before, fix } = { before: '', fix: '' },
): Promise<SendResult> {
	try {
		return await work();
	} catch (error) {
		const result = cancelSignal(context)?.aborted ? undefined : readThrown(error);
		const isToken = result?.kind === 'noAnswer' && NO_TOKEN.test(result.code);
		if (result && !isToken) return result;
		const { message, description } = textsOf(error, (text) =>
			text.split('\n').map(clean).join('\n'),
		);
		// A message of the network, or one that n8n repeats, does not say what to do.
		const isSaid =
			description.includes('.') &&
			!isToken &&
			!/E[A-Z]{5,}/.test(description) &&
			!message.includes(description);
		throw new NodeOperationError(context.getNode(), (isSaid ? '' : before) + message, {
			description: isSaid ? description : fix,
			itemIndex,
			...causeOf(error),
		});
	}
}
