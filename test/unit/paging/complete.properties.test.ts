import fc from 'fast-check';

import type { PageRequest, Send } from '../../../nodes/shared/paging';
import {
	connection,
	graphql,
	nextUrls,
	offsets,
	pageBased,
	parameter,
	rows,
	tokens,
	URL_ROWS,
} from './fakeServer';
import { readJudged } from './incompleteOf';
import { honestServer } from './randomServer';
import { amount } from '../../helpers/amounts';

const SIZE = 3;

/** How correct servers show where they are, and where they end. */
interface Manners {
	count: number;
	/** What a page says in its body besides what the scheme needs. */
	extra: 'nothing' | 'total' | 'meta' | 'count' | 'hasMore';
	/** How the last page says that it is the last. */
	end: 'omits' | 'null' | 'empty' | 'false' | 'emptyObject';
	/** Whether the end of the records is only seen on an empty page after them. */
	late: boolean;
}

const manners: fc.Arbitrary<Manners> = fc.record({
	count: fc.nat(14),
	extra: fc.constantFrom('nothing', 'total', 'meta', 'count', 'hasMore'),
	end: fc.constantFrom('omits', 'null', 'empty', 'false', 'emptyObject'),
	late: fc.boolean(),
});

function pageAt(from: number, { count, extra, late }: Manners) {
	const to = Math.min(from + SIZE, count);
	const hasMore = from + SIZE < count || (late && from < count);
	const about = {
		nothing: {},
		total: { total: count, page: { size: SIZE } },
		meta: { meta: { total_count: count, count: Math.max(0, to - from) } },
		count: { count: Math.max(0, to - from), limit: SIZE },
		hasMore: { has_more: hasMore },
	};
	return { items: rows(from, to), next: hasMore ? from + SIZE : undefined, more: about[extra] };
}

const ok = (body: unknown, headers: object = {}) => ({
	status: 200,
	headers: { ...headers },
	body,
});

/** @returns the member for the next page, as the server writes it on a page and on the last one */
function nextMember(next: unknown, { end }: Manners): object {
	if (next !== undefined) return { paging: { next } };
	const ends = { omits: {}, null: { next: null }, empty: { next: '' }, false: { next: false } };
	return end === 'emptyObject' ? {} : { paging: ends[end] };
}

const servers: Record<
	string,
	{ dataset: object; answer: (request: PageRequest, how: Manners) => object }
> = {
	'pages until an empty one': {
		dataset: pageBased(undefined, { limitValue: SIZE }),
		answer: (request, how) => {
			const { items, more } = pageAt((Number(parameter(request, 'page')) - 1) * SIZE, how);
			return ok({ items, ...more });
		},
	},
	'offsets until an empty one': {
		dataset: offsets(undefined, { limitValue: SIZE }),
		answer: (request, how) => {
			const { items, more } = pageAt(Number(parameter(request, 'offset')), how);
			return ok({ items, ...more });
		},
	},
	tokens: {
		dataset: tokens('paging.next', sized({ tokenParameter: 'token', limitParameter: 'size' })),
		answer: (request, how) => {
			const { items, next, more } = pageAt(Number(parameter(request, 'token') ?? 0), how);
			return ok({ items, ...nextMember(next === undefined ? next : String(next), how), ...more });
		},
	},
	'next URLs': {
		dataset: nextUrls('paging.next', { pagingScheme: urlScheme('paging.next') }),
		answer: (request, how) => {
			const { items, next, more } = pageAt(Number(parameter(request, 'from') ?? 0), how);
			const url = next === undefined ? next : `${URL_ROWS}?active=1&size=${SIZE}&from=${next}`;
			return ok({ items, ...nextMember(url, how), ...more });
		},
	},
	'Link headers': {
		dataset: nextUrls('header:Link', { pagingScheme: urlScheme('header:Link') }),
		answer: (request, how) => {
			const { items, next, more } = pageAt(Number(parameter(request, 'from') ?? 0), how);
			const previous = how.end === 'omits' ? {} : { link: `<${URL_ROWS}>; rel="prev"` };
			const link =
				next === undefined
					? previous
					: { link: `<${URL_ROWS}?active=1&size=${SIZE}&from=${next}>; rel="next"` };
			return ok({ items, ...more }, link);
		},
	},
	connections: {
		dataset: graphql(sized({ limitParameter: 'first' })),
		answer: (request, how) => {
			const { after } = Object(request.body?.variables);
			const { items, next } = pageAt(Number(after ?? 0), how);
			return ok(connection(items, next !== undefined, String(next ?? after)).body);
		},
	},
};

function sized(request: object) {
	return { request: { ...request, limitValue: SIZE } };
}

function urlScheme(nextToken: string) {
	return {
		type: 'nextToken',
		tokenType: 'url',
		...sized({ limitParameter: 'size' }),
		response: { nextToken },
		pageUntil: 'noNextToken',
	};
}

/** The one case in which a correct server is doubted: a single full page that says nothing at all. */
function isDoubtful(name: string, { count, extra, end, late }: Manners): boolean {
	const isSilent = ['nothing', 'count'].includes(extra) && count === SIZE && !late;
	if (name === 'Link headers') return isSilent && end === 'omits';
	return isSilent && end === 'emptyObject' && ['tokens', 'next URLs'].includes(name);
}

test.each(Object.entries(servers))(
	'a correct server of %s is not doubted',
	async (name, server) => {
		await fc.assert(
			fc.asyncProperty(manners, async (how) => {
				fc.pre(!isDoubtful(name, how));
				const send: Send = async (request) => ({ ...ok({}), ...server.answer(request, how) });
				const { incomplete, items, summary } = await readJudged(server.dataset, { send });
				expect(items).toEqual(rows(0, how.count));
				expect(incomplete).toEqual([]);
				expect(summary.warnings).toEqual([]);
			}),
			{ numRuns: amount(60, 200) },
		);
	},
);

test('a correct server of numbered pages up to a total is not doubted, in one run or in two', async () => {
	await fc.assert(
		fc.asyncProperty(honestServer, fc.integer({ min: 1, max: 12 }), async (server, limit) => {
			const send = { send: server.answer };
			const whole = await readJudged(server.dataset, send);
			expect(whole.summary.warnings).toEqual([]);
			expect(whole.incomplete).toEqual([]);
			const first = await readJudged(server.dataset, send, { limits: { limit } });
			const resume: unknown = JSON.parse(JSON.stringify(first.summary.resume));
			if (resume === null) return;
			const rest = await readJudged(server.dataset, send, { resume });
			expect([...first.incomplete, ...rest.incomplete]).toEqual([]);
			expect([...first.items, ...rest.items]).toEqual(whole.items);
		}),
		{ numRuns: amount(60, 300) },
	);
});
