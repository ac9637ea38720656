import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { jsonParse, UserError } from 'n8n-workflow';

import type { Answer } from '../../http/answer';
import { downloadName } from '../../http/fileName';
import type { Stream } from '../../json';
import { isStream } from '../../json';
import { MEGABYTE, tooLarge, tooSlow } from '../bodyErrors';
import type { ServiceResponse } from '../call';
import type { ServiceClient } from '../send';
import { sendWithCredential } from '../send';
import { toNodeError } from '../errors';
import { readBeginning, WatchedStream } from './stream';

/** How much of a response that is not a file is read for its message. */
const MAX_MESSAGE_BYTES = 64 * 1024;

/** What to download. */
export interface FileRequest {
	/** Of the file, below the base URL. */
	path: string;
	/** Largest size, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
	/** File name where the service gives none. */
	fallbackName: string;
}

/** A file in n8n's storage. */
export interface Download {
	file: IBinaryData;
	bytes: number;
	response: ServiceResponse;
}

/**
 * Downloads a file into n8n's storage while it arrives, so that its size takes no memory
 * (third-party-risk, `GET /tprm-api/downloads/document/{id}`).
 *
 * An attempt counts only once the whole file is stored: one that is interrupted is repeated like
 * every other request that reads.
 *
 * @throws ServiceError when the service refuses the file or it never arrives whole
 * @throws NodeOperationError when the file is too large, or was compressed in an unknown way
 */
export async function downloadFile(
	context: IExecuteFunctions,
	client: ServiceClient,
	{ path, maxMegabytes, fallbackName }: FileRequest,
): Promise<Download> {
	let stored: Pick<Download, 'file' | 'bytes'> | undefined;
	const response = await client.send(
		// The length of compressed content does not say how much has to arrive.
		{ method: 'GET', path, headers: { Accept: '*/*', 'Accept-Encoding': 'identity' } },
		async (requestContext, options, credential, index) => {
			const asStream = { ...options, encoding: 'stream' } as const;
			const outcome = await sendWithCredential(
				requestContext,
				asStream,
				credential,
				index,
				async (answer) => await readIfMessage(answer, client.limits.timeoutMs),
			);
			if (outcome.kind === 'noAnswer' || !isStream(outcome.body)) return outcome;
			const { headers, body } = outcome;
			const length = headers['content-length'];
			const announcedBytes = length === undefined ? undefined : Number(length);
			const watched = new WatchedStream(body, {
				announcedBytes,
				maxBytes: maxMegabytes * MEGABYTE,
				silenceMs: client.limits.timeoutMs,
				mayBePage: !headers['content-type'] && !headers['content-disposition'],
				isUnreadable: isCompressed(headers),
			});
			try {
				const file = await store(context, outcome, watched.output, fallbackName);
				stored = { file, bytes: watched.bytes };
			} catch (error) {
				watched.close();
				if (watched.noAnswer) return watched.noAnswer;
				if (watched.refusal === 'page') return { ...outcome, body: watched.beginning };
				// Not repeated, as it would end the same way: refused, or a full disk.
				const cause = refusals(maxMegabytes, watched.tookMs)[watched.refusal ?? ''] ?? error;
				throw toNodeError(cause, context.getNode(), client.itemIndex);
			}
			return { ...outcome, body: {} };
		},
	);
	if (stored) return { ...stored, response };
	throw new UserError('The response contains no file', {
		description: 'Run it again. If that does not help, check Base URL in the credential.',
	});
}

const COMPRESSED =
	'Turn off compression for documents in the service, or in the proxy between n8n and the service. The request has Accept-Encoding: identity, so that the size of the document is known.';
const TOO_LARGE =
	'If you expect a document of this size, raise Max Size under Options. The download was stopped and nothing was stored.';

function refusals(maxMegabytes: number, tookMs: number): Record<string, UserError> {
	return {
		compressed: new UserError(
			'The document was compressed on its way in a form that n8n cannot unpack',
			{
				description: COMPRESSED,
			},
		),
		tooLarge: tooLarge('document', maxMegabytes, TOO_LARGE),
		tooSlow: tooSlow('document', tookMs),
	};
}

/** A proxy's login page has status 200 too, but is meant to be displayed. */
function isFile({ status, headers }: Answer): boolean {
	const isPage = /^\s*(text\/html|application\/xhtml\+xml)/i.test(headers['content-type'] ?? '');
	return status >= 200 && status < 300 && !(isPage && !headers['content-disposition']);
}

async function readIfMessage(answer: Answer, timeoutMs: number): Promise<Answer> {
	if (isFile(answer) || !isStream(answer.body)) return answer;
	const text = await readBeginning(answer.body, MAX_MESSAGE_BYTES, timeoutMs);
	return { ...answer, body: jsonParse<unknown>(text, { fallbackValue: text }) };
}

/** n8n removes the header of what it unpacks. */
function isCompressed({ 'content-encoding': encoding = '' }: Answer['headers']): boolean {
	return !['', 'identity'].includes(encoding.trim().toLowerCase());
}

async function store(
	context: IExecuteFunctions,
	{ headers }: Answer,
	stream: Stream,
	fallbackName: string,
): Promise<IBinaryData> {
	const name = downloadName(headers['content-disposition'], fallbackName);
	const type = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.exec(headers['content-type'] ?? '')?.[0];
	return await context.helpers.prepareBinaryData(stream, name, type ?? 'application/octet-stream');
}
