import type { Answer, SendResult } from '../../http/answer';
import type { Clean } from '../../http/redact';
import { cancelSignal } from '../../n8n/cancel';
import { operationError } from '../../n8n/nodeErrors';
import { causeOf, textsOf } from '../../service/serviceError';
import { readThrown } from '../../service/thrownAnswer';
import type { ReadContext } from '../types';

/** Codes of n8n's OAuth2 client, for a token endpoint that did not issue a token. */
const TOKEN_ERROR = /^(EAUTH|ESTATUS)$/;

/** A code of the network, such as `ECONNREFUSED`. */
const NETWORK_CODE = /E[A-Z]{5,}/;

/** What to say where n8n does not say what to do. */
interface Advice {
	/** Precedes the message. */
	before: string;
	/** What to do. */
	fix: string;
}

/**
 * Sends a request, and turns what n8n throws into an outcome or an error without a secret.
 *
 * @param itemIndex of the input item, counted from 0
 * @param clean removes the secrets
 * @param work sends the request and reads its answer
 * @throws NodeOperationError when it was not sent
 */
export async function transmit(
	context: ReadContext,
	itemIndex: number,
	clean: Clean,
	work: () => Promise<Answer>,
	advice: Advice = { before: '', fix: '' },
): Promise<SendResult> {
	try {
		return await work();
	} catch (error) {
		const result = cancelSignal(context)?.aborted ? undefined : readThrown(error);
		const isToken = result?.kind === 'noAnswer' && TOKEN_ERROR.test(result.code);
		if (result && !isToken) return result;
		const { message, description } = textsOf(error, clean);
		const said = description.join('\n');
		// A message of the network, or one that n8n repeats, does not say what to do.
		const isSaid =
			said.includes('.') && !isToken && !NETWORK_CODE.test(said) && !message.includes(said);
		const texts = isSaid
			? { message, description }
			: { message: advice.before + message, description: [advice.fix] };
		throw operationError(context.getNode(), texts, { itemIndex, ...causeOf(error) });
	}
}
