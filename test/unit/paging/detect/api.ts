import type { PageRequest, PageResponse, Send } from '../../../../nodes/shared/paging';

/** A page that an API is about to return. */
export interface ApiPage {
	records: Array<Record<string, unknown>>;
	/** Number of the page from 1. */
	page: number;
	pages: number;
	/** Records before the page. */
	start: number;
	size: number;
	total: number;
	isLast: boolean;
	/** Position of the next page; undefined on the last one. */
	next: number | string | undefined;
	/** Position of the page before; undefined on the first one. */
	previous: number | undefined;
	/** @returns the URL of the request with other parameters */
	url(changes: Record<string, unknown>): string;
}

/** How a made-up API pages, and what its answers look like. */
export interface Api {
	name: string;
	/** Path and query of the list. */
	path: string;
	by: 'page' | 'offset' | 'token';
	/** The one parameter that names a page. */
	parameter: string;
	/** Number of the first page, or first offset. */
	first?: number;
	answer: (page: ApiPage) => { headers?: Record<string, unknown>; body: unknown };
	record?: (index: number) => Record<string, unknown>;
	/** What is after the last page, where it is not an empty one. */
	past?: 'notFound' | 'lastPage';
	/** What a token is; opaque text by default. */
	token?: (start: number, records: Array<Record<string, unknown>>) => unknown;
}

const apiBy =
	(by: Api['by']) =>
	(
		name: string,
		path: string,
		parameter: string,
		body: (page: ApiPage) => unknown,
		more: Partial<Api> = {},
	): Api => ({ name, path, by, parameter, answer: (page) => ({ body: body(page) }), ...more });

/** APIs whose answers are a body each. */
export const byPage = apiBy('page');
export const byOffset = apiBy('offset');
export const byToken = apiBy('token');

export interface ApiOptions {
	total?: number;
	size?: number;
	/** Whether parameters that the API does not know are refused. */
	isStrict?: boolean;
}

export const ORIGIN = 'https://api.test';

/** An API in memory, and what it was asked. */
export interface FakeApi {
	url: string;
	send: Send;
	asked: string[];
	records: Array<Record<string, unknown>>;
}

export function startApi(
	api: Api,
	{ total = 23, size = 5, isStrict = false }: ApiOptions = {},
): FakeApi {
	const make =
		api.record ?? ((index: number) => ({ id: `r${index + 1}`, name: `Record ${index + 1}` }));
	const records = Array.from({ length: total }, (_, index) => make(index));
	const asked: string[] = [];
	const tokenAt = (start: number) => (api.token ?? ((at: number) => `tok-${at}-x`))(start, records);
	const own = new URL(api.path, ORIGIN);
	const send: Send = async ({ url }: PageRequest) => {
		asked.push(url);
		const request = new URL(url);
		const refused = (status: number): PageResponse => ({
			status,
			headers: {},
			body: { error: { message: `status ${status}` } },
		});
		if (request.pathname !== own.pathname) return refused(404);
		for (const [name, value] of own.searchParams) {
			if (name !== api.parameter && request.searchParams.get(name) !== value) return refused(400);
		}
		const known = [...own.searchParams.keys(), api.parameter];
		if (isStrict && [...request.searchParams.keys()].some((name) => !known.includes(name)))
			return refused(400);
		const start = startOf(api, request.searchParams.get(api.parameter), { size, total, tokenAt });
		if (start === undefined) return refused(400);
		if (start > 0 && start >= total) {
			if (api.past === 'notFound') return refused(404);
		}
		const from =
			api.past === 'lastPage' && start >= total ? Math.floor((total - 1) / size) * size : start;
		const isLast = from + size >= total;
		const first = api.first ?? (api.by === 'page' ? 1 : 0);
		const position = (at: number) =>
			api.by === 'token' ? tokenAt(at) : api.by === 'page' ? at / size + first : at + first;
		const page: ApiPage = {
			records: records.slice(from, from + size),
			page: Math.floor(from / size) + 1,
			pages: Math.ceil(total / size),
			start: from,
			size,
			total,
			isLast,
			next: isLast ? undefined : (position(from + size) as number | string),
			previous: from === 0 ? undefined : (position(from - size) as number),
			url: (changes) => {
				const copy = new URL(request);
				for (const [name, value] of Object.entries(changes)) {
					if (value === undefined) copy.searchParams.delete(name);
					else copy.searchParams.set(name, String(value));
				}
				return copy.href;
			},
		};
		const { headers = {}, body } = api.answer(page);
		return { status: 200, headers, body };
	};
	return { url: own.href, send, asked, records };
}

function startOf(
	{ by, first, parameter, path }: Api,
	value: string | null,
	{ size, total, tokenAt }: { size: number; total: number; tokenAt: (at: number) => unknown },
): number | undefined {
	if (value === null || value === '') return 0;
	if (by === 'token') {
		if (new URL(path, ORIGIN).searchParams.get(parameter) === value) return 0;
		for (let at = 1; at <= total; at++) if (String(tokenAt(at)) === value) return at;
		return undefined;
	}
	if (!/^-?\d+$/.test(value)) return undefined;
	const number = Math.max(0, Number(value) - (first ?? (by === 'page' ? 1 : 0)));
	return by === 'page' ? number * size : number;
}
