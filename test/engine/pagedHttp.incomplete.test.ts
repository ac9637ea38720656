import type { IncomingMessage } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp, runPaged } from '../helpers/pagedHttp';

/** Runs that end without an error although records may be missing: all of them say so. */

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

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

const fewer = (read: number, total: number, place = '') =>
	`${read} records were read, fewer than the ${total} that the API reported${place && ` in "${place}"`}.`;

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
		says: [
			'A page contained 500 records, more than the 100 in pagingScheme.request.limitValue. The API seems to ignore pagingScheme.request.limitParameter "pageSize".',
		],
		reads: 700,
		stopReason: 'noDataLeft',
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

describe.each(['warn', 'fail'])('an answer that is no page, On Incomplete: %s', (onIncomplete) => {
	const refused = {
		api: ({ count }: Asked): Said =>
			count === 1
				? { body: { items: rows(0, 100) } }
				: { body: { items: [], errors: [{ message: 'The index is being rebuilt' }] } },
		dataset: pageBased('/rows'),
		reads: 100,
		stopReason: 'error',
	};
	const message = 'The API returned an error instead of page 2: The index is being rebuilt';

	it('is an error', async () => {
		const { items, result } = await read(refused, { onIncomplete });
		expect(items).toEqual([]);
		expect(result.error?.message).toBe(message);
	});

	it('On Error: Keep returns the pages before it, with a hint', async () => {
		const options = { onIncomplete, onError: 'keep' };
		const { items, summary, hints, result } = await read(refused, options);
		expect(result.error).toBeUndefined();
		expect(items).toHaveLength(100);
		expect(summary).toMatchObject({ stopReason: 'error', error: { message } });
		expect(hints).toEqual([expect.stringContaining('A page could not be read.')]);
	});
});

it('of several rows, a hint names the one that may be incomplete', async () => {
	const baseUrl = await serve(numbered(250, 100));
	const node = pagedHttp(pageBased('/rows'), { maxPages: '={{ $json.most }}' }, { baseUrl });
	const { result } = await runPaged(harness, node, [{ most: 9 }, { most: 1 }]);
	const [hint, ...others] = result.hints(NODE).map(({ message }) => message);
	expect(hint).toMatch(/^Row 2: Max Pages was reached\. .* 1 page with 100 records was read\.$/);
	expect(others).toEqual([]);
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
			description: expect.stringContaining('A page contained 500 records'),
		});
		// On Error under Options is about pages that cannot be read.
		expect(result.error).not.toMatchObject({ description: expect.stringContaining('On Error') });
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
});

/** What is complete as far as anyone can tell must not fail. */
describe.each<[what: string, api: (asked: Asked) => Said, dataset: unknown, count: number]>([
	['a total that is reached', numbered(250, 100, { total: 250 }), pageBased('/rows', 'total'), 250],
])('%s', (_what, api, dataset, count) => {
	it.each(['warn', 'fail'])('is complete, On Incomplete: %s', async (onIncomplete) => {
		const { items, summary, hints, result } = await read(
			{ api, dataset, reads: count, stopReason: '' },
			{ onIncomplete },
		);
		expect(result.error).toBeUndefined();
		expect(items).toHaveLength(count);
		expect(summary).toMatchObject({ warnings: [], incomplete: [] });
		expect(hints).toEqual([`All ${count} records read.`]);
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

it('Automatic notices pages that shrink, while its offsets rise by the first one', async () => {
	const sizes: Record<string, number> = { 0: 25, 25: 10, 50: 10 };
	const origin = await serve(({ get }) => {
		const offset = Number(get('offset') ?? 0);
		const to = Math.min(offset + (sizes[offset] ?? 25), 60);
		return { body: { items: rows(offset, to), offset, limit: 25 } };
	});
	const parameters = { authentication: 'none', url: `${origin}/rows`, returnAll: true };
	const { summary } = await runPaged(harness, { type: 'pagedHttp', parameters });
	expect(summary.incomplete).toEqual([
		expect.stringMatching(/Offsets rise by 25, but page 2 has only 10 records/),
	]);
});

it('of similar lists on one page, the form asks about the total of the first one', async () => {
	let requests = 0;
	const origin = await serve(({ get }) => {
		requests++;
		return { body: { items: get('page') === '1' ? rows(0, 20) : [], total: 20 } };
	});
	const parameters = {
		...{ authentication: 'none', baseUrl: origin, source: 'fields', url: '/rows', method: 'GET' },
		...{ schemeType: 'pageBased', property: 'items', pageParameter: 'page', returnAll: true },
		...{ limitValue: 20, pageUntil: 'reachTotalCount', totalCount: 'total' },
	};
	const input = [1, 2, 3].map((row) => ({ json: { row } }));
	const result = await harness.run({ type: 'pagedHttp', parameters }, input);
	expect(result.json(NODE)).toHaveLength(60);
	expect(result.json(NODE, 1).map(({ proof }) => proof)).toEqual(
		Array(3).fill('"total" is 20 on page 1'),
	);
	expect(requests).toBe(4);
});

describe('an empty list with a text that may be the reason', () => {
	const automatic = (origin: string, options: IDataObject = {}) => ({
		type: 'pagedHttp',
		parameters: { authentication: 'none', url: `${origin}/rows`, returnAll: true, options },
	});
	const EXPIRED = 'access token is no longer valid';

	it('is shown with the text, and On Incomplete: Fail fails by it', async () => {
		const origin = await serve(() => ({ body: { items: [], message: EXPIRED } }));
		const { items, summary } = await runPaged(harness, automatic(origin));
		expect(items).toEqual([]);
		expect(summary).toMatchObject({
			stopMessage: '0 records read, but some may be missing or duplicated',
			incomplete: [`No records were returned, but the API says: ${EXPIRED}`],
			proof: null,
		});
		const { result } = await runPaged(harness, automatic(origin, { onIncomplete: 'fail' }));
		expect(result.error?.message).toContain(EXPIRED);
	});

	it.each([['ok'], ['No records found']])(
		'is an empty list where it says so: %s',
		async (message) => {
			const origin = await serve(() => ({ body: { items: [], message } }));
			const { summary } = await runPaged(harness, automatic(origin, { onIncomplete: 'fail' }));
			expect(summary).toMatchObject({
				stopMessage: '0 records read',
				incomplete: [],
				warnings: [],
			});
		},
	);
});

it.each([[403], [409], [410], [500]])(
	'Automatic keeps the records before a page that is answered by %i, and shows its words',
	async (status) => {
		const origin = await serve(({ get }) => {
			const page = Number(get('page') ?? 1);
			return page < 4
				? { body: { items: rows(page * 20, page * 20 + 20) } }
				: { status, body: { message: 'Not this page' } };
		});
		const { items, summary } = await withFakeClock(
			async () =>
				await runPaged(harness, {
					type: 'pagedHttp',
					parameters: {
						...{ authentication: 'none', url: `${origin}/rows`, returnAll: true },
						options: { onError: 'keep' },
					},
				}),
		);
		expect(items).toHaveLength(60);
		expect(summary).toMatchObject({
			stopReason: 'error',
			resume: { pages: 3 },
			error: { message: expect.stringContaining('Not this page'), httpStatus: status },
		});
	},
);
