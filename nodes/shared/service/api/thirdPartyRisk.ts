import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { type ServiceResponse, toNodeError, userError } from '../errors';
import { pathSegment, sendWithCredential, type ServiceClient } from '../send';
import { complete, fetchList, type OnDoubt, type RecordList } from './answers';
import { type Answer, toNoAnswer } from '../../http/answer';
import { downloadName } from '../../http/fileName';
import { isStream } from '../../basics/values';
import { streamOf } from '../../n8n/streams';
import { closeBody, LostAnswer, MEGABYTE, partsOf, tooLarge, withBody } from '../body';

const PATH = '/tprm-api/vendors';

/**
 * Searches vendors (third-party-risk, `POST /tprm-api/vendors/search`).
 *
 * @param filter sent as it is; an empty object lists all vendors, newest first
 * @throws ServiceError when the service refuses
 */
export async function searchVendors(
	client: ServiceClient,
	filter: IDataObject = {},
): Promise<RecordList> {
	return await fetchList(
		client,
		{ method: 'POST', path: `${PATH}/search`, body: filter, reads: true },
		'vendor',
	);
}

/**
 * Searches all vendors for a decision that a wrong list would make wrong.
 *
 * @param onDoubt is called when the list is not complete, and throws unless that is accepted
 * @throws UserError when the answer is not a list, or a vendor in it has no id; what `onDoubt` throws
 * @throws ServiceError when the service refuses
 */
export async function searchAllVendors(
	client: ServiceClient,
	onDoubt: OnDoubt,
): Promise<RecordList> {
	return complete(
		await searchVendors(client),
		onDoubt,
		'vendors',
		'Vendor > Get Many: it must have all vendors, each with an id.',
	);
}

/**
 * Creates a vendor (third-party-risk, `POST /tprm-api/vendors`).
 *
 * @param key `Idempotency-Key`: every repetition has it, so that repeating creates no second vendor
 * @param ifOpen what the user should do when the vendor may have been created, or not
 * @throws ServiceError when the service refuses
 */
export async function createVendor(
	client: ServiceClient,
	body: IDataObject,
	key: string,
	ifOpen: string,
): Promise<ServiceResponse> {
	const headers = { 'Idempotency-Key': key };
	return await client.send({ method: 'POST', path: PATH, body, headers, repeatable: true, ifOpen });
}

/**
 * @returns a call that concerns one vendor, and sends a body if the method has one
 * @throws ServiceError when the service refuses
 */
function vendorCall(method: 'PATCH' | 'PUT' | 'POST' | 'DELETE', below = '') {
	return async (client: ServiceClient, id: string, body?: IDataObject): Promise<ServiceResponse> =>
		await client.send({
			method,
			path: `${PATH}/${pathSegment(id)}${below}`,
			...(body && { body }),
		});
}

/** Changes fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const updateVendor = vendorCall('PATCH');

/**
 * Replaces all fields of a vendor; those that are not sent are cleared (third-party-risk, PUT of the
 * vendor resource).
 */
export const replaceVendor = vendorCall('PUT');

/** Archives a vendor, whose data is kept (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archiveVendor = vendorCall('POST', '/archive');

/** Removes a vendor for good (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const deleteVendor = vendorCall('DELETE');

/** @returns the id of a vendor as text; `''` when it has none */
export function vendorId({ id }: IDataObject): string {
	return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** Path of the list of event names; the credential is tested with it too. */
const WEBHOOK_EVENTS_PATH = '/tprm-api/manage/webhooks/events';

/**
 * Lists the events that an endpoint may subscribe to (third-party-risk,
 * `GET /manage/webhooks/events`), whose shape the specification leaves open.
 *
 * @returns the entries of the list; a list of bare names gives entries with a `value`
 * @throws ServiceError when the service refuses
 */
export async function listWebhookEvents(client: ServiceClient): Promise<RecordList> {
	return await fetchList(client, { method: 'GET', path: WEBHOOK_EVENTS_PATH }, 'event');
}

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
) {
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
				async (answer) => (isFile(answer) ? answer : await readMessage(answer, silenceMs)),
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
			throw tooLarge('document', maxMegabytes, TOO_LARGE);
		for await (const part of parts) {
			arrival.bytes += part.length;
			if (part.length > 0) yield part;
		}
	} catch (error) {
		arrival.failure = error instanceof Error ? error : new LostAnswer(String(error));
	}
	if (arrival.failure) throw arrival.failure;
}
