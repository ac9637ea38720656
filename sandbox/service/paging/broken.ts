import type { Request, RequestHandler, Response } from 'express';

import { Refusal } from '../envelope';
import { urlWith } from './pageQuery';
import { answer } from './graphql';
import { sample } from './samples';

const RECORDS = 250;
const SIZE = 100;

/** What a broken API knows about a request. */
interface PageRequest {
	request: Request;
	/** Number of the page from 1, by number or by token. */
	page: number;
	/** Records of that page, of a register of 250. */
	items: unknown[];
}

type Broken = (page: PageRequest, response: Response) => void | Promise<void>;

const json =
	(body: (page: PageRequest) => unknown): Broken =>
	(page, response) =>
		void response.json(body(page));

const withTotal = (total: (page: number) => unknown) =>
	json(({ items, page }) => ({ items, total: total(page) }));

/** @param tokens of the next page, one for each page; the last one is used for all others */
const withNext = (...tokens: unknown[]) =>
	json(({ items, page }) => ({ items, next: tokens[Math.min(page, tokens.length) - 1] }));

const withUrl = (next: (request: Request) => string) =>
	json(({ items, request }) => ({ items, next: next(request) }));

const pageTwo =
	(broken: (response: Response, text: string) => void): Broken =>
	({ items, page }, response) => {
		if (page === 2) broken(response, JSON.stringify({ items, total: RECORDS }));
		else response.json({ items, total: RECORDS });
	};

const pastTheEnd =
	(broken: (response: Response) => void): Broken =>
	({ items }, response) => {
		if (items.length === 0) broken(response);
		else response.json({ items });
	};

const pageInfo =
	(changes: object): Broken =>
	async ({ request }, response) => {
		const { status, result } = await answer(request);
		const copy = JSON.parse(JSON.stringify(result)) as {
			data?: { vendors: { pageInfo: object } };
		};
		if (copy.data) Object.assign(copy.data.vendors.pageInfo, changes);
		response.status(status).json(copy);
	};

/** Every other request for page 3 is refused. */
let isLocked = false;

/** One API per kind of mistake that paged interfaces make. */
export const BROKEN: Record<string, Broken> = {
	'total-numeric-text': withTotal(() => String(RECORDS)),
	'total-text': withTotal(() => 'abc'),
	'total-nan': withTotal(() => 'NaN'),
	'total-negative': withTotal(() => -1),
	'total-too-high': withTotal(() => 450),
	'total-vanishes': withTotal((page) => (page < 3 ? 900 : undefined)),
	'empty-page': json(({ items, page }) => ({ items: page === 2 ? [] : items, total: RECORDS })),
	'no-property': json(() => ({ total: RECORDS })),
	'null-property': json(() => ({ items: null, total: RECORDS })),
	'object-property': json(() => ({ items: { of: 'records' } })),
	'bare-array': json(({ items }) => items),
	'repeats-last-page': json(({ page }) => ({ items: slice(Math.min(page, 3)) })),
	'no-content': pastTheEnd((response) => void response.status(204).end()),
	'not-found': pastTheEnd(() => {
		throw new Refusal(404, 'request.page_not_found', 'There is no such page');
	}),
	html: pageTwo((response) => void response.type('html').send('<!doctype html><h1>Sign in</h1>')),
	truncated: pageTwo((response, text) => void response.type('json').send(text.slice(0, 100))),
	'broken-off': pageTwo((response, text) => {
		response.set('Content-Length', String(text.length));
		response.write(text.slice(0, 100), () => void response.destroy());
	}),
	'locked-now-and-then': ({ items, page }, response) => {
		isLocked = page === 3 ? !isLocked : isLocked;
		if (page === 3 && isLocked) {
			throw new Refusal(423, 'register.locked', 'The register is locked for a moment');
		}
		response.json({ items });
	},
	'server-error': pageTwo(() => {
		throw new Refusal(500, 'internal.unexpected', 'Page 2 always fails');
	}),

	'token-null': withNext(null),
	'token-missing': withNext(undefined),
	'token-empty': withNext(''),
	'token-false': withNext(false),
	'token-zero': withNext(0, null),
	'token-loop': withNext('A'),
	'token-cycle': withNext('A', 'B', 'A'),
	'token-before-records': json(({ page }) =>
		page === 1 ? { items: [], next: 'A' } : { items: slice(1), next: null },
	),

	'url-self': withUrl((request) => `${currentUrl(request)}#top`),
	'url-relative': json(({ items, page }) => ({
		items,
		next: page < 3 ? `?page=${page + 1}` : null,
	})),
	'url-other-path': json(({ items, page }) => ({
		items,
		next: page < 3 ? `/sample/broken/url-relative?page=${page + 1}` : null,
	})),
	'url-elsewhere': withUrl(() => 'https://elsewhere.example/sample?page=2'),
	'url-file': withUrl(() => 'file:///etc/passwd'),

	'graphql-errors': json(() => ({
		data: null,
		errors: [{ message: 'The register is being rebuilt' }],
	})),
	'graphql-no-cursor': pageInfo({ endCursor: null, hasNextPage: true }),
	'graphql-same-cursor': pageInfo({
		endCursor: Buffer.from('from 100').toString('base64url'),
		hasNextPage: true,
	}),
};

/** Pages to which the tokens lead. */
const PAGE_OF_TOKEN: Record<string, number> = { '0': 2, A: 2, B: 3 };

/** `/{kind}`: an API that makes this mistake. */
export const brokenApis: RequestHandler<{ kind: string }> = async (request, response) => {
	const broken = BROKEN[request.params.kind];
	if (!broken) throw new Refusal(404, 'request.unknown_path', `There is no ${request.params.kind}`);
	const plain = request as unknown as Request;
	const page = pageOf(plain);
	await broken({ request: plain, page, items: slice(page) }, response);
};

function pageOf({ method, query, body }: Request): number {
	const given = (method === 'GET' ? query : body) as Record<string, unknown> | undefined;
	const { page, token } = given ?? {};
	if (token !== undefined) return PAGE_OF_TOKEN[String(token)] ?? 1;
	return Number(page ?? 1);
}

function slice(page: number): unknown[] {
	const from = (page - 1) * SIZE;
	return Array.from({ length: Math.max(0, Math.min(SIZE, RECORDS - from)) }, (_, offset) =>
		sample(from + offset),
	);
}

function currentUrl(request: Request): string {
	const query = Object.entries(request.query).map(([name, value]) => [name, String(value)]);
	return urlWith(request, Object.fromEntries(query) as Record<string, string>);
}
