import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { jsonParse, UserError } from 'n8n-workflow';

import type { Answer } from '../../http/answer';
import type { ServiceResponse } from '../call';
import type { ServiceClient } from '../client';
import { toNodeError } from '../errors';
import { sendWithCredential } from '../send';
import { downloadName } from '../../http/fileName';
import type { Stream } from './stream';
import { isStream, readBeginning, WatchedStream } from './stream';

/** How much of a response that is not a file is read for its message. */
const MAX_MESSAGE_BYTES = 64 * 1024;

/** A file in n8n's storage. */
export interface Download {
	file: IBinaryData;
	bytes: number;
	response: ServiceResponse;
}

/**
 * Downloads a file into n8n's storage while it arrives, so that its size does not matter
 * (third-party-risk, `GET /tprm-api/downloads/document/{id}`).
 *
 * An attempt counts only once the whole file is stored: one that is interrupted is repeated like
 * every other request that reads.
 *
 * @param path of the file below the base URL
 * @param fallbackName file name where the service gives none
 * @throws ServiceError when the service refuses the file or it never arrives whole
 */
export async function downloadFile(
	context: IExecuteFunctions,
	client: ServiceClient,
	path: string,
	fallbackName: string,
): Promise<Download> {
	let stored: Pick<Download, 'file' | 'bytes'> | undefined;
	const response = await client.send(
		// Packed content would make its length say nothing about what has to arrive.
		{ method: 'GET', path, headers: { Accept: '*/*', 'Accept-Encoding': 'identity' } },
		async (requestContext, options, index) => {
			const asStream = { ...options, encoding: 'stream' } as const;
			const outcome = await sendWithCredential(requestContext, asStream, index);
			if (outcome.kind === 'noAnswer' || !isStream(outcome.body)) return outcome;
			if (!isFile(outcome)) return await withMessage(outcome, outcome.body);
			const length = outcome.headers['content-length'];
			const watched = new WatchedStream(outcome.body, {
				announcedBytes: length === undefined ? undefined : Number(length),
				silenceMs: client.limits.timeoutMs,
			});
			try {
				const file = await store(context, outcome, watched.output, fallbackName);
				stored = { file, bytes: watched.bytes };
			} catch (error) {
				watched.close();
				// Only what happened on the way here may be repeated, not a full disk.
				if (!watched.noAnswer) throw toNodeError(error, context.getNode(), client.itemIndex);
				return watched.noAnswer;
			}
			return { ...outcome, body: {} };
		},
	);
	if (stored) return { ...stored, response };
	throw new UserError('The response contains no file', {
		description: 'Run it again. If that does not help, check Base URL in the credential.',
	});
}

/** A proxy's login page has status 200 too, but is meant to be displayed. */
function isFile({ status, headers }: Answer): boolean {
	const isPage = headers['content-type']?.startsWith('text/html') ?? false;
	return status >= 200 && status < 300 && !(isPage && !headers['content-disposition']);
}

async function withMessage(answer: Answer, stream: Stream): Promise<Answer> {
	const text = await readBeginning(stream, MAX_MESSAGE_BYTES);
	return { ...answer, body: jsonParse<unknown>(text, { fallbackValue: text }) };
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
