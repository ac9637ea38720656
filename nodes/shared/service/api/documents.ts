import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { jsonParse, UserError } from 'n8n-workflow';

import type { Answer } from '../../http/answer';
import { toNoAnswer } from '../../http/answer';
import { downloadName } from '../../http/fileName';
import type { Stream } from '../../basics/values';
import { isStream } from '../../basics/values';
import { streamOf } from '../../n8n/streams';
import { closeBody, LostAnswer, MEGABYTE, partsOf, tooLarge, toReadError } from '../body';
import type { ServiceResponse } from '../call';
import { toNodeError } from '../errors';
import type { ServiceClient } from '../send';
import { pathSegment, sendWithCredential } from '../send';

/** A file in n8n's storage. */
interface Download {
	file: IBinaryData;
	bytes: number;
	response: ServiceResponse;
}

/**
 * Downloads a document into n8n's storage while it arrives, so that its size takes no memory
 * (third-party-risk, `GET /tprm-api/downloads/document/{id}`).
 *
 * An attempt counts only once the whole file is stored: one that is interrupted is repeated like
 * every other request that reads.
 *
 * @param maxMegabytes largest size, in MB of 1,048,576 bytes
 * @throws ServiceError when the service refuses the file or it never arrives whole
 * @throws NodeOperationError when it is too large, or was compressed in an unknown way
 */
export async function downloadDocument(
	context: IExecuteFunctions,
	client: ServiceClient,
	id: string,
	maxMegabytes: number,
): Promise<Download> {
	const path = `/tprm-api/downloads/document/${pathSegment(id)}`;
	const { timeoutMs } = client.limits;
	let stored: Pick<Download, 'file' | 'bytes'> | undefined;
	const response = await client.send(
		// The length of compressed content does not say how much has to arrive.
		{ method: 'GET', path, headers: { Accept: '*/*', 'Accept-Encoding': 'identity' } },
		async (requestContext, options, credential, index) => {
			const outcome = await sendWithCredential(
				requestContext,
				{ ...options, encoding: 'stream' },
				credential,
				index,
				async (answer) => await readIfMessage(answer, timeoutMs),
			);
			if (outcome.kind === 'noAnswer' || !isStream(outcome.body)) return outcome;
			const { headers, body } = outcome;
			const arrival: Arrival = { bytes: 0 };
			try {
				const parts = watch(body, headers, { maxMegabytes, silenceMs: timeoutMs }, arrival);
				const name = downloadName(headers['content-disposition'], `document-${id}`);
				const [type] = MEDIA_TYPE.exec(headers['content-type'] ?? '') ?? [];
				const file = await context.helpers.prepareBinaryData(
					streamOf(parts),
					name,
					type ?? 'application/octet-stream',
				);
				stored = { file, bytes: arrival.bytes };
			} catch (error) {
				closeBody(body);
				const { failure = error, page } = arrival;
				if (page !== undefined) return { ...outcome, body: page };
				if (failure instanceof LostAnswer) return toNoAnswer(failure);
				// Not repeated, as it would end the same way: refused, or a full disk.
				throw toNodeError(failure, context.getNode(), client.itemIndex);
			}
			return { ...outcome, body: {} };
		},
	);
	if (stored) return { ...stored, response };
	throw new UserError('The response contains no file', {
		description: 'Run it again. If that does not help, check Base URL in the credential.',
	});
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/;

/** How much of a response that is not a file is read for its message, in MB. */
const MAX_MESSAGE_MEGABYTES = 1 / 16;

async function readIfMessage(answer: Answer, silenceMs: number): Promise<Answer> {
	if (isFile(answer) || !isStream(answer.body)) return answer;
	const parts: Buffer[] = [];
	const limits = { maxMegabytes: MAX_MESSAGE_MEGABYTES, silenceMs, hint: '' };
	const isLate = AbortSignal.timeout(silenceMs);
	try {
		for await (const part of partsOf(answer.body, limits)) {
			parts.push(part);
			if (isLate.aborted) break;
		}
	} catch {
		// What arrived is all there is to show.
	}
	const text = Buffer.concat(parts).toString('utf8');
	return { ...answer, body: jsonParse<unknown>(text, { fallbackValue: text }) };
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
	failure?: Error | undefined;
	/** The beginning of a web page that came instead of a file. */
	page?: string;
}

const TOO_LARGE =
	'If you expect a document of this size, raise Max Size under Options. The download was stopped and nothing was stored.';

/** Passes a file on, a part at a time, and ends it with an error when it is incomplete. */
async function* watch(
	source: Stream,
	headers: Answer['headers'],
	{ maxMegabytes, silenceMs }: Record<'maxMegabytes' | 'silenceMs', number>,
	arrival: Arrival,
): AsyncGenerator<Buffer> {
	const announced = Number(headers['content-length'] ?? 0);
	const mayBePage = !headers['content-type'] && !headers['content-disposition'];
	const limits = { maxMegabytes, silenceMs, hint: TOO_LARGE, what: 'document' };
	try {
		if (isCompressed(headers)) throw compressed();
		if (announced > maxMegabytes * MEGABYTE) throw tooLarge('document', maxMegabytes, TOO_LARGE);
		for await (const part of partsOf(source, limits)) {
			const beginning = part.toString('utf8', 0, BEGINNING_BYTES);
			if (mayBePage && arrival.bytes === 0 && PAGE.test(beginning)) {
				arrival.page = beginning;
				throw new LostAnswer('a web page');
			}
			arrival.bytes += part.length;
			if (part.length > 0) yield part;
		}
	} catch (error) {
		arrival.failure = toReadError(error);
	}
	checkLength(announced, arrival);
	if (arrival.failure) throw arrival.failure;
}

/** What compression adds to content that cannot be compressed: bytes, and a share of the content. */
const MAX_OVERHEAD = 64;
const MAX_GROWTH = 0.001;

/** A page is recognized by so many bytes. */
const BEGINNING_BYTES = 1_024;

const PAGE = /^\s*<(!doctype html|html)/i;

/**
 * n8n unpacks what a proxy has compressed, unseen. The announced length is then that of the document:
 * the response never seems to end although all has arrived. Or it is that of the compressed form,
 * whose end Node.js has checked: shorter than the document, or hardly longer.
 */
function checkLength(announced: number, arrival: Arrival): void {
	const { bytes, failure } = arrival;
	const missing = announced - bytes;
	if (announced > 0 && missing === 0 && failure instanceof LostAnswer) arrival.failure = undefined;
	if (missing > MAX_OVERHEAD + bytes * MAX_GROWTH)
		arrival.failure ??= new LostAnswer(`${bytes} of ${announced} bytes received`);
}

/** n8n removes the header of what it unpacks. */
function isCompressed({ 'content-encoding': encoding = '' }: Answer['headers']): boolean {
	return !['', 'identity'].includes(encoding.trim().toLowerCase());
}

function compressed(): UserError {
	return new UserError('The document was compressed on its way in a form that n8n cannot unpack', {
		description:
			'Turn off compression for documents in the service, or in the proxy between n8n and the service. The request has Accept-Encoding: identity, so that the size of the document is known.',
	});
}
