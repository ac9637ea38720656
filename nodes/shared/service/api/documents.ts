import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isStream } from '../../basics/guards';
import type { Answer } from '../../http/answer';
import { downloadName } from '../../http/fileName';
import { toNoAnswer } from '../../http/noAnswer';
import { userError } from '../../n8n/nodeErrors';
import { streamOf } from '../../n8n/streams';
import { closeBody, LostAnswer, MEGABYTE, partsOf, tooLargeError, withBody } from '../body';
import { pathSegment, type ServiceResponse } from '../call';
import type { ServiceClient } from '../client';
import { sendWithCredential } from '../send';
import { toNodeError } from '../serviceError';

/**
 * Downloads a document into n8n's storage while it arrives, so that its size takes no memory
 * (third-party-risk, `GET /tprm-api/downloads/document/{id}`).
 *
 * An attempt counts only once the whole file is stored: one that is interrupted is repeated like
 * every other request that reads.
 *
 * @param maxMegabytes largest size, in MB of 1,048,576 bytes
 * @returns the file in n8n's storage, its size, and the answer that it came with
 * @throws ServiceError when the service refuses the file or it never arrives whole
 * @throws NodeOperationError when it is too large, or was compressed in an unknown way
 */
export async function downloadDocument(
	context: IExecuteFunctions,
	client: ServiceClient,
	id: string,
	maxMegabytes: number,
): Promise<{ file: IBinaryData; bytes: number; response: ServiceResponse }> {
	const path = `/tprm-api/downloads/document/${pathSegment(id)}`;
	const silenceMs = client.limits.timeoutMs;
	const limits = { maxMegabytes, silenceMs, hint: TOO_LARGE, what: 'document' };
	let stored: { file: IBinaryData; bytes: number } | undefined;
	const response = await client.send(
		{ method: 'GET', path, headers: { Accept: '*/*', 'Accept-Encoding': 'identity' } },
		async (requestContext, options, credential, index) => {
			const outcome = await sendWithCredential(
				requestContext,
				{ ...options, encoding: 'stream' },
				credential,
				index,
				{
					read: async (answer) => (isFile(answer) ? answer : await readMessage(answer, silenceMs)),
				},
			);
			if (outcome.kind === 'noAnswer' || !isStream(outcome.body)) return outcome;
			const { headers, body } = outcome;
			const arrival: Arrival = { bytes: 0 };
			try {
				const name = downloadName(headers['content-disposition'], `document-${id}`);
				const [type] = MEDIA_TYPE.exec(headers['content-type'] ?? '') ?? [];
				const file = await context.helpers.prepareBinaryData(
					streamOf(watch(partsOf(body, limits), headers, maxMegabytes, arrival)),
					name,
					type ?? 'application/octet-stream',
				);
				stored = { file, bytes: arrival.bytes };
				return { ...outcome, body: {} };
			} catch (error) {
				closeBody(body);
				const { failure = error } = arrival;
				if (failure instanceof LostAnswer) return toNoAnswer(failure);
				// Not repeated, as it would end the same way: refused, or a full disk.
				throw toNodeError(failure, context.getNode(), client.itemIndex);
			}
		},
	);
	if (stored) return { ...stored, response };
	throw userError(
		'The response contains no file',
		'Run it again. If that does not help, check Base URL in the credential.',
	);
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/;

/** How much of a response that is not a file is read for its message, in MB. */
const MAX_MESSAGE_MEGABYTES = 1 / 16;

async function readMessage(answer: Answer, silenceMs: number): Promise<Answer> {
	try {
		return await withBody(answer, { maxMegabytes: MAX_MESSAGE_MEGABYTES, silenceMs, hint: '' });
	} catch {
		return { ...answer, body: undefined };
	}
}

/** A proxy's login page has status 200 too, but is meant to be displayed. */
function isFile({ status, headers }: Answer): boolean {
	const isPage = /^\s*(text\/html|application\/xhtml\+xml)/i.test(headers['content-type'] ?? '');
	return status >= 200 && status < 300 && !(isPage && !headers['content-disposition']);
}

/** What became of a file on its way; what stores it may stop for reasons of its own. */
interface Arrival {
	bytes: number;
	/** Why the file is incomplete, or was refused. */
	failure?: Error;
}

const TOO_LARGE =
	'If you expect a document of this size, raise Max Size under Options. The download was stopped and nothing was stored.';

/** Passes a file on, a part at a time, and notes how much of it there was, and why it ended early. */
async function* watch(
	parts: AsyncIterable<Buffer>,
	headers: Answer['headers'],
	maxMegabytes: number,
	arrival: Arrival,
): AsyncGenerator<Buffer> {
	try {
		// n8n removes the header of what it unpacks.
		if (!/^\s*(identity\s*)?$/i.test(headers['content-encoding'] ?? '')) {
			throw userError(
				'The document was compressed in transit in a format that n8n cannot unpack',
				'Turn off compression for documents in the service, or in the proxy between n8n and the service.',
			);
		}
		if (Number(headers['content-length']) > maxMegabytes * MEGABYTE)
			throw tooLargeError('document', maxMegabytes, TOO_LARGE);
		for await (const part of parts) {
			arrival.bytes += part.length;
			if (part.length > 0) yield part;
		}
	} catch (error) {
		arrival.failure = error instanceof Error ? error : new LostAnswer(String(error));
	}
	if (arrival.failure) throw arrival.failure;
}
