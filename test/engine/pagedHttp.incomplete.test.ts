import type { IncomingMessage } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { Listeners } from '../helpers/listen';
import {
	graphql,
	nextToken,
	offsets,
	pageBased,
	pagedHttp,
	QUERY,
	runPaged,
} from '../helpers/pagedHttp';

/** Runs that end without an error although records may be missing: all of them say so. */

let harness: Harness;
const listeners = new Listeners();

beforeAll(async () => {
	harness = await Harness.start();
});
afterEach(() => listeners.close());
afterAll(async () => await harness.stop());

/** A request as an API reads it. */
interface Asked {
	/** Parameters of the query, then members of the body and of its GraphQL variables. */
	get: (name: string) => string | undefined;
	/** Number of the request, from 1. */
	count: number;
	/** Of the API itself. */
	origin: string;
}

interface Said {
	status?: number;
	headers?: Record<string, string>;
	body: unknown;
}

/** @returns the address of an API, another one for each test */
async function serve(answer: (asked: Asked) => Said): Promise<string> {
	let count = 0;
	const origin: string = await listeners.http((request, response) => {
		void textOf(request).then((text) => {
			const { searchParams } = new URL(request.url ?? '', 'http://localhost');
			const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
			const members = { ...body, ...(body.variables as object | undefined) };
			const get = (name: string) =>
				searchParams.get(name) ?? (name in members ? String(Object(members)[name]) : undefined);
			const { status = 200, headers, body: said } = answer({ get, count: ++count, origin });
			response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
			response.end(JSON.stringify(said));
		});
	});
	return origin;
}

async function textOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts).toString();
}

/** @returns records with the ids `from` to `to - 1` */
function rows(from: number, to: number): Array<{ id: number }> {
	return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: from + index }));
}

/** @returns an API of so many records that knows page numbers, in pages of `size` */
const numbered =
	(count: number, size = 100, more: object | false = {}) =>
	({ get }: Asked): Said => {
		const from = (Number(get('page') ?? 1) - 1) * size;
		return { body: { items: rows(from, Math.min(from + size, count)), ...more } };
	};

/** The same by offset; it may read its parameters in another way. */
const byOffset =
	(count: number, range: (offset: number, limit: number) => [number, number]) =>
	({ get }: Asked): Said => {
		const [from, to] = range(Number(get('offset') ?? 0), Number(get('limit') ?? 100));
		return { body: { data: rows(from, Math.min(to, count)) } };
	};

/** The first page, whatever is asked for. */
const always =
	(count: number, more: (asked: Asked) => object = () => ({}), headers = {}) =>
	(asked: Asked): Said => ({ headers, body: { items: rows(0, count), ...more(asked) } });

const connection = (nodes: unknown[], pageInfo: object) => ({
	body: { data: { vendors: { nodes, pageInfo } } },
});

const tokens = (path: string, request: object = {}, more: object = {}) =>
	nextToken('/rows', 'token', path, { tokenParameter: 'token', ...request }, more);
const sized = { limitParameter: 'size', limitValue: 100 };
const urls = (path: string, url = '/rows') => nextToken(url, 'url', path);

const TOKEN = 'pagingScheme.response.nextToken';
const SIZE = 'pagingScheme.request.limitValue';
const onlyOne = (path: string) =>
	`${TOKEN} "${path}" was not found in the response, so only one page was read.`;
const fewer = (read: number, total: number, place = '') =>
	`${read} records were read, fewer than the ${total} that the API reported${place && ` in "${place}"`}.`;
const larger = (page: number, count: number, cause: string) =>
	`Page ${page} contained ${count} records, more than the 100 in ${SIZE}. ${cause}`;
const ignores = (field: string, name: string) =>
	`The API seems to ignore pagingScheme.request.${field} "${name}".`;
const repeats = (page: number, cause?: string) =>
	[`Page ${page} repeats the page before it; reading stopped there.`, cause]
		.filter(Boolean)
		.join(' ');
const follow = (where: string) => `More records may follow: ${where}, but reading stopped there.`;
const inMiddle = (name: string, where = 'its URL') =>
	`The first request already contains the parameter "${name}" in ${where}, so reading may have started in the middle. Remove it to read from the beginning.`;

interface Silent {
	api: (asked: Asked) => Said;
	dataset: unknown;
	options?: IDataObject;
	more?: IDataObject;
	/** Every reason, in order. */
	says: string[];
	/** Records that Warn returns. */
	reads: number;
	stopReason: string;
}

const SILENT: Record<string, Silent> = {
	'the token path is misspelled': {
		api: always(5, () => ({ nextPageToken: 'B' })),
		dataset: tokens('nextPageTokn'),
		says: [`${onlyOne('nextPageTokn')} Did you mean "nextPageToken"?`],
		reads: 5,
		stopReason: 'noNextToken',
	},
	'the total is elsewhere': {
		api: numbered(250, 100, { meta: { totalCount: 250 } }),
		dataset: pageBased('/rows', 'total'),
		says: [
			'pagingScheme.response.totalCount "total" was not found on page 1; reading stopped there. Did you mean "meta.totalCount"?',
			fewer(100, 250, 'meta.totalCount'),
		],
		reads: 100,
		stopReason: 'pathNotFound',
	},
	'fewer records than the total': {
		api: numbered(240, 100, { total: 250 }),
		dataset: pageBased('/rows', 'total'),
		says: [fewer(240, 250)],
		reads: 240,
		stopReason: 'reachTotalCount',
	},
	'pages larger than Page Size': {
		api: numbered(700, 500),
		dataset: pageBased('/rows'),
		says: [larger(1, 500, ignores('limitParameter', 'pageSize'))],
		reads: 700,
		stopReason: 'noDataLeft',
	},
	'offsets rise by more than the pages': {
		api: byOffset(300, (offset) => [offset, offset + 50]),
		dataset: offsets('/rows'),
		says: [
			`No page contained more than 50 records, but offsets rise by 100, so the records between them are missing: set ${SIZE} to 50.`,
		],
		reads: 150,
		stopReason: 'noDataLeft',
	},
	'the API ignores the page number': {
		api: always(100),
		dataset: pageBased('/rows'),
		says: [repeats(2, ignores('pageParameter', 'page'))],
		reads: 100,
		stopReason: 'loopDetected',
	},
	'the query does not use $after': {
		api: ({ count }) => connection(rows(0, 100), { endCursor: `c${count}`, hasNextPage: true }),
		dataset: graphql('/rows', {}, { body: { query: QUERY.replace('after: $after, ', '') } }),
		says: [repeats(2, 'The query has to pass after: $after to the connection.')],
		reads: 100,
		stopReason: 'loopDetected',
	},
	'an error beside the records': {
		api: (asked) =>
			numbered(
				20,
				100,
				asked.count === 1 && { errors: [{ message: 'One region is down' }] },
			)(asked),
		dataset: pageBased('/rows'),
		says: [
			'Page 1 contains an error beside its records, some of which may be missing: One region is down',
		],
		reads: 20,
		stopReason: 'noDataLeft',
	},
	'the last response has a Link header': {
		api: always(5, () => ({}), { Link: '</rows?p=2>; rel="next"' }),
		dataset: { url: '/rows', property: 'items' },
		says: [follow('the Link header of the last response contains rel="next"')],
		reads: 5,
		stopReason: 'noNextPage',
	},
	'the first body contains a token': {
		api: always(5, () => ({ next: null })),
		dataset: tokens('next', {}, { method: 'POST', body: { token: 'B' } }),
		says: [inMiddle('token', 'its body')],
		reads: 5,
		stopReason: 'noNextToken',
	},
};

async function read({ api, dataset, options, more }: Omit<Silent, 'says'>, own: IDataObject = {}) {
	const baseUrl = await serve(api);
	const node = pagedHttp(dataset, { ...options, ...own }, { baseUrl, ...more });
	const run = await runPaged(harness, node);
	const hints = run.result.hints(NODE).map(({ message }) => message);
	return { ...run, hints };
}

describe.each(Object.entries(SILENT))('%s', (_name, silent) => {
	const { says, reads, stopReason } = silent;

	it('On Incomplete: Warn returns the records, and says why some may be missing', async () => {
		const { items, summary, hints, result } = await read(silent);
		expect(result.error).toBeUndefined();
		expect(items).toHaveLength(reads);
		expect(summary).toMatchObject({ items: reads, stopReason, incomplete: says });
		expect(summary.warnings).toEqual(expect.arrayContaining(says));
		expect(hints).toHaveLength(1);
		for (const reason of says) expect(hints[0]).toContain(reason);
	});

	it('On Incomplete: Fail returns no records, but an error with every reason', async () => {
		const { items, result } = await read(silent, { onIncomplete: 'fail' });
		expect(items).toEqual([]);
		const [first, ...others] = says;
		expect(result.error).toMatchObject({
			message: `Records may be missing or duplicated. ${first}`,
			description: expect.stringContaining('set On Incomplete under Options to Warn'),
		});
		for (const reason of others)
			expect(result.error).toMatchObject({ description: expect.stringContaining(reason) });
	});
});

/** Answers that are no page are errors, whatever On Incomplete is. */
const REFUSED: Record<string, Omit<Silent, 'says' | 'stopReason'> & { says: string }> = {
	'the next URL of the API leads to nothing': {
		api: ({ get, origin }) =>
			get('page') === '2'
				? { status: 404, body: { message: 'No such page' } }
				: { body: { items: rows(0, 5), next: `${origin}/rows?page=2` } },
		dataset: urls('next'),
		says: 'The API returned status 404 for page 2: No such page',
		reads: 5,
	},
	'status 200 with errors': {
		api: ({ count }) =>
			count === 1
				? { body: { items: rows(0, 100) } }
				: { body: { items: [], errors: [{ message: 'The index is being rebuilt' }] } },
		dataset: pageBased('/rows'),
		says: 'The API returned an error instead of page 2: The index is being rebuilt',
		reads: 100,
	},
};

describe.each(Object.entries(REFUSED))('%s', (_name, { says, reads, ...refused }) => {
	it.each(['warn', 'fail'])('is an error, On Incomplete: %s', async (onIncomplete) => {
		const { items, result } = await read({ ...refused, reads, stopReason: '' }, { onIncomplete });
		expect(items).toEqual([]);
		expect(result.error?.message).toBe(says);
	});

	it.each(['warn', 'fail'])(
		'On Error: Keep returns the pages before it, with a hint, On Incomplete: %s',
		async (onIncomplete) => {
			const options = { onIncomplete, onError: 'keep' };
			const { items, summary, hints, result } = await read(
				{ ...refused, reads, stopReason: '' },
				options,
			);
			expect(result.error).toBeUndefined();
			expect(items).toHaveLength(reads);
			expect(summary).toMatchObject({ stopReason: 'error', error: { message: says } });
			expect(hints).toEqual([expect.stringContaining('A page could not be read.')]);
		},
	);
});

describe('On Incomplete: Fail', () => {
	const tooFew = SILENT['fewer records than the total'];
	if (!tooFew) throw new Error('There is no such case');

	it('does not hide what it is about from a workflow that continues', async () => {
		const baseUrl = await serve(tooFew.api);
		const settings = { onError: 'continueRegularOutput' } as const;
		const node = pagedHttp(tooFew.dataset, { onIncomplete: 'fail' }, { baseUrl }, settings);
		const { items, summary } = await runPaged(harness, node);
		expect(items).toEqual([{ error: expect.any(Object) }]);
		expect(summary).toMatchObject({
			incomplete: tooFew.says,
			error: { message: `Records may be missing or duplicated. ${tooFew.says[0]}` },
			resume: null,
		});
	});

	it('names all reasons at Max Pages, too', async () => {
		const options = { onIncomplete: 'fail', maxPages: 1 };
		const { result } = await read(SILENT['pages larger than Page Size'] ?? tooFew, options);
		expect(result.error).toMatchObject({
			message: expect.stringContaining('Max Pages was reached.'),
			description: expect.stringContaining('Page 1 contained 500 records'),
		});
	});
});

describe('a run that continues another one', () => {
	const api = ({ get }: Asked): Said => {
		const page = Number(get('page'));
		const size = page === 1 ? 100 : 40;
		return { body: { items: rows(page * 100, page * 100 + size), total: 250 } };
	};
	/** Both runs read from one API: a resume point belongs to its URL. */
	const inTwoRuns = async (
		answer: (asked: Asked) => Said,
		dataset: unknown,
		onIncomplete: string,
	) => {
		const baseUrl = await serve(answer);
		const first = await runPaged(harness, pagedHttp(dataset, { maxPages: 1 }, { baseUrl }));
		const options = { onIncomplete, resume: JSON.stringify(first.summary.resume) };
		const second = await runPaged(harness, pagedHttp(dataset, options, { baseUrl }));
		return { first, second };
	};

	it('says what both of them lack together', async () => {
		const { first, second } = await inTwoRuns(api, pageBased('/rows', 'total'), 'warn');
		expect(first.summary.incomplete).toEqual([]);
		expect(second.summary.incomplete).toEqual([fewer(180, 250)]);
		const failed = (await inTwoRuns(api, pageBased('/rows', 'total'), 'fail')).second;
		expect(failed.items).toEqual([]);
		expect(failed.result.error?.message).toContain(fewer(180, 250));
	});

	it('does not return the first page again for a token that the API ignores', async () => {
		const answer = always(100, ({ count }) => ({ next: `B${count}` }));
		const dataset = tokens('next', { tokenParameter: 'tokn' });
		const { second } = await inTwoRuns(answer, dataset, 'warn');
		expect(second.items).toEqual([]);
		expect(second.summary.incomplete).toEqual([repeats(2, ignores('tokenParameter', 'tokn'))]);
		const failed = (await inTwoRuns(answer, dataset, 'fail')).second;
		expect(failed.result.error?.message).toContain('Page 2 repeats the page before it');
	});
});

/** What is complete as far as anyone can tell must not fail. */
describe.each<[what: string, api: (asked: Asked) => Said, dataset: unknown, count: number]>([
	['a total that is reached', numbered(250, 100, { total: 250 }), pageBased('/rows', 'total'), 250],
	['a last page that is not full', always(99, () => ({})), tokens('next', sized), 99],
])('%s', (_what, api, dataset, count) => {
	it.each(['warn', 'fail'])('is complete, On Incomplete: %s', async (onIncomplete) => {
		const { items, summary, hints, result } = await read(
			{ api, dataset, reads: count, stopReason: '' },
			{ onIncomplete },
		);
		expect(result.error).toBeUndefined();
		expect(items).toHaveLength(count);
		expect(summary).toMatchObject({ warnings: [], incomplete: [] });
		expect(hints).toEqual([]);
	});
});

it('reads a list without pages as one page, without a warning', async () => {
	const url = await listeners.http((_request, response) => {
		response
			.setHeader('Content-Type', 'application/json')
			.end(JSON.stringify({ staff: [{ id: 1 }] }));
	});
	const node = {
		type: 'pagedHttp',
		parameters: {
			source: 'fields',
			url,
			schemeType: 'onePage',
			property: 'staff',
			returnAll: true,
		},
	};
	const result = await harness.run(node);
	expect(result.json(NODE)).toEqual([{ id: 1 }]);
	expect(result.json(NODE, 1)).toMatchObject([
		{ requests: 1, stopReason: 'noNextPage', warnings: [], incomplete: [] },
	]);
});

it('sends one request more where only that can tell whether the list goes on', async () => {
	const asked: unknown[] = [];
	const url = await listeners.http((request, response) => {
		const offset = Number(
			new URL(request.url ?? '', 'http://localhost').searchParams.get('offset'),
		);
		asked.push(offset);
		const data = Array.from({ length: 45 }, (_, id) => ({ id })).slice(offset, offset + 20);
		response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data }));
	});
	const parameters = {
		...{ source: 'fields', url, schemeType: 'offsetAndLimit', property: 'data', returnAll: true },
		...{ limitParameter: '', options: { onIncomplete: 'fail' } },
	};
	const result = await harness.run({ type: 'pagedHttp', parameters });
	// Whatever was requested ahead.
	expect(asked.at(-1)).toBe(20);
	expect(result.error?.message).toContain('Page Size to 20');
});
