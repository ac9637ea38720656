import { randomUUID } from 'node:crypto';

import type { ChangeOptions } from '../../../nodes/shared/changes/changeOptions';
import { checkFilter, filterDataset } from '../../../nodes/shared/changes/filter';
import { ChangeReader } from '../../../nodes/shared/changes/reader';
import { begin, NOTHING_KNOWN, type ReadState } from '../../../nodes/shared/changes/state';
import { fromStored, toStored } from '../../../nodes/shared/changes/storedState';
import { validateDataset } from '../../../nodes/shared/paging/dataset/validate';
import { forEachPage } from '../../../nodes/shared/paging/run/paginate';
import type { Pages } from '../../../nodes/shared/paging/types';

const OPTIONS: ChangeOptions = {
	by: 'content',
	watch: [],
	ignore: [],
	recordKey: 'ref.id',
	changeField: 'change',
	now: () => 1_800_000_000,
	maxCharacters: 1_000,
	maxRemoved: 20,
	emptyList: 'remove',
	returnsRemoved: true,
};

async function* pages(...all: unknown[][]): Pages {
	for (const [index, items] of all.entries()) yield { items, index, resume: () => null };
	const counts = { pages: all.length, requests: all.length, items: 0, total: null };
	const texts = { warnings: [], notes: [], incomplete: [], proof: null };
	return { ...counts, ...texts, stopReason: 'noDataLeft', resume: null };
}

async function read(state: ReadState, ...all: unknown[][]) {
	const reader = new ChangeReader(begin(state), OPTIONS);
	const returned: unknown[] = [];
	const { warnings } = await forEachPage(
		reader.pages(pages(...all)),
		({ items }) => void returned.push(...items),
	);
	reader.confirm();
	return { returned, warnings, state: reader.state() };
}

const record = (id: unknown, text = '') => ({ ref: { id }, text });

describe('a record', () => {
	it('that was removed has its key, as the API wrote it, at its path', async () => {
		const { state } = await read(NOTHING_KNOWN, [record(7), record('8')]);
		const { state: once } = await read(state);
		const { returned } = await read(once);
		const gone = (id: unknown) => ({ ref: { id }, change: 'removed' });
		expect(returned).toEqual([gone(7), gone('8')]);
	});

	it('is the same when its key turns from a number into text', async () => {
		const { state } = await read(NOTHING_KNOWN, [record(7)]);
		expect((await read(state, [record('7')])).returned).toEqual([
			{ ...record('7'), change: 'updated' },
		]);
	});

	it.each([[null], [''], [{}], [true]])('cannot have %p as its key', async (id) => {
		await expect(read(NOTHING_KNOWN, [record('a'), record(id)])).rejects.toThrow(
			/^Record 2 of page 1 has .*ref\.id, which is the Record Key\.$/,
		);
	});

	it.each([
		['one page', [[record('a'), record('a')]]],
		['two pages', [[record('a')], [record('b'), record('a')]]],
	])('may be twice on %s', async (_where, all) => {
		const { returned, warnings } = await read(NOTHING_KNOWN, ...all);
		expect(returned).toHaveLength(all.flat().length - 1);
		expect(warnings.join()).not.toContain('came twice');
	});

	it('is not there in two versions on one page', async () => {
		await expect(read(NOTHING_KNOWN, [record('a'), record('a', 'x')])).rejects.toThrow(
			'Record 1 of page 1 and record 2 of page 1 differ, but both have "a" as their ref.id, which is the Record Key.',
		);
	});

	it('has no key that another one shares since JSON has lost its last digits', async () => {
		const lost = [JSON.parse('9007199254740993'), JSON.parse('9007199254740992')].map((id) =>
			record(id),
		);
		for (const all of [[lost], lost.map((one) => [one])]) {
			await expect(read(NOTHING_KNOWN, ...all)).rejects.toMatchObject({
				message: expect.stringContaining('both have 9007199254740992 as their ref.id'),
				fix: expect.stringContaining('choose a text'),
			});
		}
	});

	it('that is known and changes while it is read is returned once, then in its later version', async () => {
		const { state } = await read(NOTHING_KNOWN, [record('a')]);
		const next = await read(state, [record('a', 'x')], [record('a', 'y')]);
		expect(next.returned).toMatchObject([{ change: 'updated', text: 'x' }]);
		expect(next.warnings).toContainEqual(expect.stringContaining('choose another Record Key'));
		const last = await read(next.state, [record('a', 'y')]);
		expect(last.returned).toMatchObject([{ change: 'updated', text: 'y' }]);
	});

	it('is the same when its members are in another order', async () => {
		const { state } = await read(NOTHING_KNOWN, [{ text: '', ref: { id: 'a' } }]);
		expect((await read(state, [record('a')])).returned).toEqual([]);
	});

	it('is another one when a list in it is in another order', async () => {
		const tagged = (...tags: string[]) => ({ ...record('a'), tags });
		const { state } = await read(NOTHING_KNOWN, [tagged('x', 'y')]);
		expect((await read(state, [tagged('x', 'y')])).returned).toEqual([]);
		expect((await read(state, [tagged('y', 'x')])).returned).toMatchObject([{ change: 'updated' }]);
	});
});

describe('a state as it is stored', () => {
	it('has room for 100,000 records with a UUID as their key, whatever was confirmed of them', () => {
		for (const [tries, length] of [1_000, 1_000, 100_000].entries()) {
			const flags = {
				isNew: true,
				isMissing: false,
				isReturned: true,
				isNumber: false,
				cameTwice: false,
			};
			const kept = { hash: '12345678', tries, values: undefined, open: undefined, ...flags };
			const keys = Array.from({ length }, () => randomUUID());
			const state = { cursor: 1, known: new Map(keys.map((key) => [key, kept])) };
			const stored = JSON.stringify(toStored(state));
			expect(stored.length).toBeLessThan(5_000_000 - 50_000);
			const { known, ...others } = fromStored(JSON.parse(stored)) ?? NOTHING_KNOWN;
			expect(others).toEqual({ cursor: 1 });
			expect([...known.keys()].join() === keys.join()).toBe(true);
			const readings = new Set([...known.values()].map((one) => JSON.stringify(one)));
			expect([...readings].map((one) => JSON.parse(one) as unknown)).toEqual([kept]);
		}
	});
});

it('a state of a version that stored the names of watched fields with each record is read', () => {
	const stored = {
		...{ isEmpty: false, keys: ['7', 'v-8', '9'], marks: '80q3Zr0-Xw41c0Qm_2Lf00AAAAAAAA' },
		values: { 0: { values: { score: 70 } }, 1: { values: { score: 70 }, open: { score: 85 } } },
	};
	const { known } = fromStored(stored) ?? NOTHING_KNOWN;
	const valuesOf = (from: ReadState['known']) =>
		[...from].map(([key, { values, open }]) => [key, values, open]);
	expect(valuesOf(known)).toEqual([
		['7', { score: 70 }, undefined],
		['v-8', { score: 70 }, { score: 85 }],
		['9', undefined, undefined],
	]);
	const now = JSON.stringify(toStored({ known }));
	expect(now.match(/score/g)).toHaveLength(1);
	expect(valuesOf(fromStored(JSON.parse(now))?.known ?? new Map())).toEqual(valuesOf(known));
});

describe('the filter by a changed-at field', () => {
	const filter = { parameter: 'filter.since', template: '{changedAt}', overlap: 1 };
	const base = { url: '/list?a=b', property: '' };
	const dataset = (input: object) => validateDataset({ ...base, ...input }).dataset;

	it('is a query parameter with GET', () => {
		const { url } = filterDataset(dataset({ method: 'GET' }), '2026-01-01T00:00:01Z', filter);
		expect(url).toBe('/list?a=b&filter.since=2026-01-01T00%3A00%3A00Z');
	});

	it('is a member of the body with POST, a number where the API has numbers', () => {
		const filtered = filterDataset(dataset({ method: 'POST', body: { a: 1 } }), 1772323231, filter);
		expect(filtered).toMatchObject({ body: { a: 1, filter: { since: 1772323230 } } });
	});

	it('is absent before the first complete run', () => {
		const all = dataset({ method: 'GET' });
		expect(filterDataset(all, undefined, filter)).toBe(all);
	});
});

describe('a parameter that the filter would replace', () => {
	const check = (url: string, template: string, body?: object, baseUrl = 'https://api.example') => {
		const call = body ? { method: 'POST', body } : { method: 'GET' };
		const { dataset } = validateDataset({ url, property: 'data', ...call });
		return () => checkFilter(dataset, baseUrl, { parameter: '$filter', template, overlap: 60 });
	};
	const TYPE = "/list?$top=10&$filter=type%20eq+'vendor'";
	const SINCE = 'modified ge {changedAt}';
	const WHOLE = `type eq 'vendor' and ${SINCE}`;

	it('is an error that says what to write', () => {
		expect(check(TYPE, SINCE)).toThrow(
			expect.objectContaining({
				message:
					'$filter, which is the Changed-At Parameter, is already in the request. Its value "type eq \'vendor\'" would be replaced.',
				fix: expect.stringContaining(`such as type eq 'vendor' and ${SINCE}.`),
			}),
		);
	});

	it.each([
		{ where: 'the body', body: { $filter: 'a' } },
		{ where: 'an object of the body', body: { $filter: { type: 'vendor' } } },
		{ where: 'the base URL', baseUrl: 'https://api.example?$filter=a' },
		{ where: 'one of two', url: `${TYPE}&$filter=modified ge 2026-01-01` },
	])('is an error in $where', ({ url = '/list', body, baseUrl }) => {
		expect(check(url, SINCE, body, baseUrl)).toThrow('which is the Changed-At Parameter');
	});

	it('is an error among the variables of GraphQL', () => {
		const { dataset } = validateDataset({
			url: '/graphql',
			method: 'POST',
			body: {
				query: 'query ($after: String, $since: String) { items { pageInfo { endCursor } } }',
				variables: { since: 'x' },
			},
			property: 'data.items.nodes',
			pagingScheme: {
				type: 'graphqlConnections',
				request: {},
				response: { pageInfo: 'data.items.pageInfo' },
				pageUntil: 'noNextPage',
			},
		});
		const filter = { parameter: 'since', template: '{changedAt}', overlap: 60 };
		expect(() => checkFilter(dataset, '', filter)).toThrow('is already in the request');
	});

	it.each([
		{ when: 'is in the template', url: TYPE, template: WHOLE },
		{ when: 'is the moment to start from', url: '/list?$filter=2026-01-01' },
		{
			when: 'has the moment to start from',
			url: '/list?$filter=modified ge 2026-01-01',
			template: SINCE,
		},
		{ when: 'is empty', url: '/list?$filter=' },
		{ when: 'has another name', url: '/list?$filters=a' },
		{ when: 'is null in the body', body: { $filter: null } },
	])('is none when it $when', ({ url = '/list', template = '{changedAt}', body }) => {
		expect(check(url, template, body)).not.toThrow();
	});
});
