import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Answer, SendResult } from '../../shared/http/answer';
import type { Clean } from '../../shared/http/redact';
import { cancelSignal } from '../../shared/service/cancel';
import { readThrown, toNodeError } from '../../shared/service/errors';

/**
 * Sends a request, and turns what n8n throws into an outcome or an error without a secret.
 *
 * @param work sends it and reads its answer
 * @throws NodeOperationError when it was not sent
 */
export async function transmit(
	context: IExecuteFunctions,
	itemIndex: number,
	clean: Clean,
	work: () => Promise<Answer>,
): Promise<SendResult> {
	try {
		return await work();
	} catch (error) {
		const result = cancelSignal(context)?.aborted ? undefined : readThrown(error);
		if (result) return result;
		const { message, description } = toNodeError(error, context.getNode(), itemIndex);
		throw new NodeOperationError(context.getNode(), clean(message), {
			description: (description ?? '').split('\n').map(clean).join('\n'),
			itemIndex,
		});
	}
}
