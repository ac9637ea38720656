import type { ChangeOptions } from '../../../nodes/shared/changes/changeOptions';
import { filterDataset } from '../../../nodes/shared/changes/filter';
import { sinceOf } from '../../../nodes/shared/changes/moment';
import { ChangeReader } from '../../../nodes/shared/changes/reader';
import { begin, NOTHING_KNOWN, type ReadState } from '../../../nodes/shared/changes/state';
import { fromStored, toStored } from '../../../nodes/shared/changes/storedState';
import { validateDataset } from '../../../nodes/shared/paging/dataset/validate';
import { forEachPage, paginate } from '../../../nodes/shared/paging/run/paginate';
import type { PageRequest } from '../../../nodes/shared/paging/types';

interface Row {
	id: number;
	at: string;
}

const NOW = Date.UTC(2026, 1, 1) / 1_000;
const SHARED = {
	recordKey: 'id',
	changeField: 'change',
	maxCharacters: 5_000_000,
	maxRemoved: 20,
	emptyList: 'remove' as const,
	returnsRemoved: true,
	now: () => NOW,
};
const CONTENT: ChangeOptions = { by: 'content', watch: [], ignore: [], ...SHARED };
const CHANGED_AT: ChangeOptions = {
	by: 'changedAt',
	changedAtPath: 'at',
	createdAtPath: '',
	overlap: 60,
	...SHARED,
};

const nextToken = { type: 'nextToken', request: {}, pageUntil: 'noNextToken' };
const token = { tokenParameter: 'page' };
const SCHEMES = {
	'page numbers': {
		type: 'pageBased',
		request: { pageParameter: 'page', pageStartingValue: 1 },
		pageUntil: 'noDataLeft',
	},
	'next URLs': { ...nextToken, tokenType: 'url', response: { nextToken: 'nextUrl' } },
	'tokens that are page numbers': {
		...nextToken,
		...{ tokenType: 'token', request: token, response: { nextToken: 'next' } },
	},
	'tokens that are cursors': {
		...nextToken,
		...{
			tokenType: 'token',
			request: { tokenParameter: 'after' },
			response: { nextToken: 'last' },
		},
	},
};
type Scheme = keyof typeof SCHEMES;
const MOVING: Scheme[] = ['page numbers', 'next URLs', 'tokens that are page numbers'];

/** A list that changes between two requests, with two records per page, and what was kept of it. */
class List {
	rows: Row[];
	state: ReadState = NOTHING_KNOWN;
	requests: URL[] = [];
	/** Whether the API writes an empty list as null. */
	hasNull = false;
	/** Called with the number of the request after its answer. */
	afterAnswer: (request: number) => void = () => {};

	constructor(
		private readonly scheme: Scheme,
		private readonly options: ChangeOptions,
		count = 6,
	) {
		this.rows = Array.from({ length: count }, (_, index) => row(index + 1));
	}

	remove(id: number): void {
		this.rows = this.rows.filter((one) => one.id !== id);
	}

	/** Removes a record after the first page of the next run, which has read it. */
	removeDuringRead(id: number): void {
		this.afterAnswer = (request) => {
			if (request === 1) this.remove(id);
		};
	}

	async run(): Promise<{ changes: string[]; warnings: string[] }> {
		this.requests = [];
		const { dataset } = validateDataset({
			url: 'https://api.example/list',
			property: 'data',
			pagingScheme: SCHEMES[this.scheme],
		});
		const filter = { parameter: 'since', template: '{changedAt}', overlap: 60 };
		const state = begin(this.state);
		const filtered = filterDataset(dataset, state.cursor, filter);
		const reader = new ChangeReader(state, this.options);
		const changes: string[] = [];
		const pages = paginate(filtered, { send: async (request) => this.answer(request) });
		const { warnings } = await forEachPage(reader.pages(pages), ({ items }) => {
			for (const { id, change } of items as Array<{ id: number; change: string }>) {
				changes.push(`${id} ${change}`);
			}
		});
		reader.confirm();
		this.state = fromStored(JSON.parse(JSON.stringify(toStored(reader.state())))) ?? NOTHING_KNOWN;
		this.afterAnswer = () => {};
		return { changes, warnings };
	}

	private answer(request: PageRequest) {
		const url = new URL(request.url);
		this.requests.push(url);
		const { searchParams: query } = url;
		const since = query.get('since') ?? '';
		const found = this.rows.filter(({ at }) => since === '' || at >= since);
		const after = query.get('after');
		const page = Number(query.get('page') ?? 1);
		const rest = after ? found.filter(({ id }) => id > Number(after.slice(2))) : found;
		const data = after ? rest.slice(0, 2) : rest.slice((page - 1) * 2, page * 2);
		const hasMore = rest.length > (after ? 2 : page * 2);
		query.set('page', String(page + 1));
		const next = { next: page + 1, nextUrl: url.href, last: `id${data.at(-1)?.id}` };
		this.afterAnswer(this.requests.length);
		const written = data.length === 0 && this.hasNull ? null : data;
		return { status: 200, headers: {}, body: { data: written, ...(hasMore && next) } };
	}
}

function row(id: number, at = `2026-01-0${id}T00:00:00Z`): Row {
	return { id, at };
}

const created = (...ids: number[]) => ids.map((id) => `${id} created`);

describe('a record that moves to a page that was read before', () => {
	it.each(MOVING)('is returned by the next run by a changed-at field, with %s', async (scheme) => {
		const list = new List(scheme, CHANGED_AT);
		list.removeDuringRead(1);
		expect((await list.run()).changes).toEqual(created(1, 2, 4, 5, 6));
		expect((await list.run()).changes).toEqual(created(3));
		expect((await list.run()).changes).toEqual([]);
		expect(list.requests[0]?.searchParams.get('since')).toBe('2026-01-05T23:59:00Z');
	});

	it.each(MOVING)('is not removed, and not new in the next run, with %s', async (scheme) => {
		const list = new List(scheme, CONTENT);
		await list.run();
		list.removeDuringRead(1);
		expect((await list.run()).changes).toEqual([]);
		// Two runs in a row have to lack the record that is gone; this is the first one.
		expect((await list.run()).changes).toEqual([]);
		expect((await list.run()).changes).toEqual(['1 removed']);
		expect((await list.run()).changes).toEqual([]);
	});

	it('is not returned again by a changed-at field when it was skipped once', async () => {
		const list = new List('page numbers', CHANGED_AT);
		await list.run();
		list.removeDuringRead(1);
		expect((await list.run()).changes).toEqual([]);
		list.rows.push(row(7));
		expect((await list.run()).changes).toEqual(['7 changed']);
		expect((await list.run()).changes).toEqual([]);
	});
});

describe('where pages can move', () => {
	it('a removed record has to be missing twice also with other tokens, which may contain an offset', async () => {
		const list = new List('tokens that are cursors', CONTENT);
		await list.run();
		list.remove(1);
		expect((await list.run()).changes).toEqual([]);
		expect((await list.run()).changes).toEqual(['1 removed']);
	});

	it('a record that was missing and is back is compared as usual', async () => {
		const list = new List('page numbers', CONTENT);
		await list.run();
		const [first, second, ...others] = list.rows as [Row, Row, ...Row[]];
		list.rows = others;
		expect((await list.run()).changes).toEqual([]);
		list.rows = [first, { ...second, at: 'later' }, ...others];
		expect((await list.run()).changes).toEqual(['2 updated']);
		list.rows = others;
		expect((await list.run()).changes).toEqual([]);
		expect((await list.run()).changes).toEqual(['1 removed', '2 removed']);
	});

	it('a run that misses some moves the cursor one run later', async () => {
		const list = new List('page numbers', CHANGED_AT);
		const since = async () => {
			await list.run();
			return list.requests[0]?.searchParams.get('since') ?? undefined;
		};
		expect(await since()).toBeUndefined();
		expect(await since()).toBeUndefined();
		list.rows.push(row(8));
		expect(await since()).toBe('2026-01-05T23:59:00Z');
		expect(await since()).toBe('2026-01-05T23:59:00Z');
		expect(await since()).toBe('2026-01-07T23:59:00Z');
	});

	it('a first run with too much to remember moves on at once, and says so', async () => {
		const list = new List('page numbers', { ...CHANGED_AT, maxCharacters: 60 });
		expect((await list.run()).warnings).toEqual([
			expect.stringMatching(/those that moved to another page .* after Reset Change History/),
		]);
		list.rows.push(row(7));
		expect(await list.run()).toEqual({ changes: ['7 changed'], warnings: [] });
		expect([...list.state.known.keys()]).toEqual(['6', '7']);
	});
});

describe('where pages cannot move', () => {
	it('a removed record is reported at once, with one page', async () => {
		const list = new List('next URLs', CONTENT, 2);
		await list.run();
		list.remove(1);
		expect((await list.run()).changes).toEqual(['1 removed']);
	});

	it('an empty list has to be empty twice, since an API that is out of order returns one', async () => {
		const list = new List('next URLs', CONTENT, 2);
		await list.run();
		const { rows } = list;
		list.rows = [];
		expect((await list.run()).changes).toEqual([]);
		list.rows = rows;
		expect((await list.run()).changes).toEqual([]);
		list.rows = [];
		expect((await list.run()).changes).toEqual([]);
		expect((await list.run()).changes).toEqual(['1 removed', '2 removed']);
	});

	it('the cursor moves at once', async () => {
		const list = new List('next URLs', CHANGED_AT, 2);
		await list.run();
		expect(list.state.cursor).toBe(row(2).at);
		// An API that rounds down to the day returns the record of the day before, too.
		expect([...list.state.known.keys()]).toEqual(['1', '2']);
		await list.run();
		expect([...list.state.known.keys()]).toEqual(['2']);
	});

	it('one empty answer moves no cursor, two do', async () => {
		const list = new List('page numbers', CHANGED_AT);
		await list.run();
		const { rows } = list;
		list.rows = [];
		await list.run();
		expect(list.state.cursor).toBeUndefined();
		await list.run();
		expect(list.state.cursor).toBe(row(6).at);
		list.rows = rows;
		expect((await list.run()).changes).toEqual([]);
	});
});

describe('many removed records', () => {
	it('are an error that says how many, and change nothing, until the limit is raised', async () => {
		const list = new List('next URLs', { ...CONTENT, maxRemoved: 20 }, 50);
		await list.run();
		const before = list.state;
		list.rows = list.rows.slice(11);
		for (let times = 0; times < 2; times++) {
			await list.run().catch(() => {});
			before.known.forEach((kept, key) => expect(list.state.known.get(key)?.hash).toBe(kept.hash));
		}
		await expect(list.run()).rejects.toThrow(
			'11 of 50 records are gone from the list, more than 20 percent.',
		);
		Object.assign(list, { options: { ...CONTENT, maxRemoved: 22 } });
		expect((await list.run()).changes).toHaveLength(11);
	});

	it('are none up to 10', async () => {
		const list = new List('next URLs', CONTENT, 12);
		await list.run();
		list.rows = list.rows.slice(10);
		expect((await list.run()).changes).toHaveLength(10);
	});
});

describe('a list that is null where it is empty', () => {
	it('was read to its end when the last page is null', async () => {
		const list = new List('page numbers', CONTENT, 2);
		list.hasNull = true;
		await list.run();
		list.remove(1);
		await list.run();
		expect((await list.run()).changes).toEqual(['1 removed']);
	});

	it('is not taken for an empty one', async () => {
		const list = new List('page numbers', CONTENT, 2);
		list.hasNull = true;
		await list.run();
		list.rows = [];
		await list.run();
		expect((await list.run()).changes).toEqual([]);
	});
});

describe('a changed-at value in the future', () => {
	const future = row(2, '2099-01-01T00:00:00Z');

	it('does not move the cursor, and is named', async () => {
		const list = new List('tokens that are cursors', CHANGED_AT, 1);
		list.rows.push(future, row(3, '2098-01-01T00:00:00Z'));
		const { changes, warnings } = await list.run();
		expect(changes).toEqual(created(1, 2, 3));
		expect(warnings).toEqual([
			'Record 2 of page 1 has "2099-01-01T00:00:00Z" as its at, which is in the future. The next run requests changes since the latest date and time that is not in the future.',
		]);
		list.rows.push(row(4));
		expect((await list.run()).changes).toEqual(['4 created']);
		expect((await list.run()).changes).toEqual([]);
	});

	it.each([
		['with a zone, moves the cursor up to the clock only', '2026-02-01T20:00:00Z', row(1).at],
		['without a zone, may be a day ahead', '2026-02-01T20:00:00', '2026-02-01T20:00:00'],
	])('%s', async (_what, moment, cursor) => {
		const list = new List('next URLs', CHANGED_AT, 1);
		list.rows.push(row(2, moment));
		expect((await list.run()).warnings).toEqual([]);
		expect(list.state.cursor).toBe(cursor);
	});

	it('and what changes after it is found', async () => {
		const list = new List('next URLs', CHANGED_AT, 1);
		list.rows.push(row(2, '2026-02-01T20:00:00Z'));
		await list.run();
		list.rows = [row(3, '2026-01-31T10:00:00Z')];
		expect((await list.run()).changes).toEqual(['3 changed']);
	});

	it('as the only one is returned once', async () => {
		const list = new List('page numbers', CHANGED_AT, 0);
		list.rows.push(future);
		expect((await list.run()).changes).toEqual(created(2));
		expect((await list.run()).changes).toEqual([]);
		expect(list.state.cursor).toBeUndefined();
	});
});

describe('a record without a date', () => {
	it('is returned with the others, and named with what to do', async () => {
		const list = new List('next URLs', CHANGED_AT, 1);
		list.rows.push({ id: 2 } as Row);
		const { changes, warnings } = await list.run();
		expect(changes).toEqual(created(1, 2));
		expect(warnings).toEqual([
			expect.stringMatching(
				/^Record 2 of page 1 has no at, .* Set Created-At Path under Options > Changes/,
			),
		]);
		expect((await list.run()).changes).toEqual([]);
	});

	it('is an error when none of them has one', async () => {
		const list = new List('next URLs', { ...CHANGED_AT, changedAtPath: 'on' }, 2);
		await expect(list.run()).rejects.toThrow('Record 1 of page 1 has no on');
	});
});

it('the hour when summer time ends is requested again for times without a zone', () => {
	expect(sinceOf('2026-10-25 02:50:00', 60)).toBe('2026-10-25 01:49:00');
	expect(sinceOf('2026-10-25T02:50:00Z', 60)).toBe('2026-10-25T02:49:00Z');
});
