import type { IncomingMessage, ServerResponse } from 'node:http';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import type { Listeners } from './listen';

/** Pages of each list; every page has one record. */
const PAGES = 3;

/** What a server was asked, with everything that could contain a secret. */
export interface SeenRequest {
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

/** A strict API on loopback with one list of three pages, by page number and by next URL. */
export interface SignInApi {
	url: string;
	seen: SeenRequest[];
}

/**
 * @param isAllowed whether a request has the right secret, in the right place
 * @param more answers a request before the list does; returns whether it did
 */
export async function startApi(
	listeners: Listeners,
	isAllowed: (request: SeenRequest) => boolean,
	more: (request: SeenRequest, response: ServerResponse, api: SignInApi) => boolean = () => false,
): Promise<SignInApi> {
	const api: SignInApi = { url: '', seen: [] };
	api.url = await listeners.http((incoming, response) => {
		const parts: Buffer[] = [];
		incoming.on('data', (part: Buffer) => parts.push(part));
		incoming.on('end', () => {
			const { method = '', url = '', headers } = incoming;
			const request = { method, url, headers, body: Buffer.concat(parts).toString() };
			api.seen.push(request);
			if (more(request, response, api)) return;
			if (!isAllowed(request)) {
				return sendJson(response, 401, { error: { message: `no access with ${echoOf(request)}` } });
			}
			const { pathname, searchParams } = new URL(url, api.url);
			if (!pathname.endsWith('/items')) return sendJson(response, 404, { message: 'nothing here' });
			const page = Number(searchParams.get('page') ?? 1);
			const next = new URL(url, api.url);
			next.searchParams.set('page', String(page + 1));
			sendJson(response, 200, {
				items: page > PAGES ? [] : [{ id: page, self: new URL(url, api.url).href }],
				next: page < PAGES ? next.href : null,
			});
		});
	});
	return api;
}

/** Everything of a request that an API may repeat. */
function echoOf({ url, headers }: SeenRequest): string {
	return [url, ...Object.values(headers)].join(' ; ');
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** A dataset that reads the list by page number. */
export const BY_PAGE = {
	url: '/items',
	method: 'GET',
	property: 'items',
	pagingScheme: {
		type: 'pageBased',
		request: { pageParameter: 'page', pageStartingValue: 1 },
		pageUntil: 'noDataLeft',
	},
};

/** A dataset that follows its next URLs. */
export const BY_URL = {
	url: '/items',
	method: 'GET',
	property: 'items',
	pagingScheme: {
		type: 'nextToken',
		tokenType: 'url',
		request: {},
		response: { nextToken: 'next' },
		pageUntil: 'noNextToken',
	},
};

/** Reads with one of the credentials of Paged HTTP. */
export async function readWith(
	harness: Harness,
	authentication: 'pagedHttpApi' | 'pagedHttpOAuth2Api',
	data: IDataObject,
	dataset: object = BY_PAGE,
	options: IDataObject = {},
	items: IDataObject[] = [{}],
) {
	harness.engine.setCredential('other', data as ICredentialDataDecryptedObject);
	const result = await harness.run(
		{
			type: 'pagedHttp',
			parameters: {
				authentication,
				source: 'dataset',
				dataset: JSON.stringify(dataset),
				returnAll: true,
				options: { maxWait: 0, prefetch: 1, ...options },
			},
			settings: { credentials: { [authentication]: { id: 'other', name: 'Other' } } },
		},
		items,
	);
	const ids = result.json(NODE).map(({ id }) => id);
	return { result, ids, summary: result.json(NODE, 1)[0] ?? {}, shown: everything(result.run) };
}

/** Everything that n8n stores and shows of a run, errors with all their members. */
export function everything(run: unknown): string {
	return JSON.stringify(run, (name, value: unknown) => {
		if (name === 'workflow' || name === 'workflowData') return undefined;
		if (!(value instanceof Error)) return value;
		const { message, stack, cause } = value;
		return { ...value, message, stack, cause } as IDataObject;
	});
}
