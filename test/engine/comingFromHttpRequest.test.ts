import { readFileSync } from 'node:fs';

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { formProperties } from '../../nodes/shared/read/properties/source';
import { DesignServer } from '../../sandbox/designs';
import * as paged from '../../sandbox/designs/dialect';
import type { Answer, Design, Pager, ServedPage } from '../../sandbox/designs/types';
import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';

/** Each line of docs/coming-from-http-request.md, as it is written there, on a strict server. */

const harness = harnessForAll();

const LINES = readFileSync('docs/coming-from-http-request.md', 'utf8')
	.split('\n')
	.flatMap((line) => (line.startsWith('|') ? [line.split('|').map((cell) => cell.trim())] : []));

/** @returns the column with the settings of the line that begins with this text */
function settingsOf(start: string): string {
	const line = LINES.find(([, request = '']) => request.startsWith(start));
	return line?.at(-2) ?? '';
}

/** @returns the parameters that a line names by their labels, with one of the values it offers */
function parametersOf(settings: string, choice = 0): IDataObject {
	const parameters: IDataObject = {};
	for (const setting of settings.split('; ')) {
		const [label = '', values = label] = setting.split(': ');
		const isScheme = label === values;
		const option = isScheme ? label : (values.split(/,? or |, /)[choice] ?? values);
		const value = option.replace(/`(.*?)`.*|(\d) .*/, '$1$2');
		const wanted = isScheme ? 'Paging Scheme' : label;
		const found = formProperties
			.filter(({ displayName }) => displayName === wanted)
			.map((property) => [property.name, valueOf(property, value)] as const)
			.find(([, entered]) => entered !== undefined);
		if (!found) throw new Error(`The form has no ${setting}`);
		parameters[found[0]] = found[1];
	}
	return parameters;
}

function valueOf({ type, options = [] }: INodeProperties, text: string) {
	if (type === 'number') return Number(text);
	if (type !== 'options') return text;
	const chosen = options.find(({ name }) => name === text);
	return chosen && 'value' in chosen ? chosen.value : undefined;
}

const bodyOf = (more: (page: ServedPage) => object) => (page: ServedPage) => ({
	body: { items: page.records, ...more(page) },
});

const designOf = (pager: Pager, answer: Design['answer']): Design =>
	paged.api('API', '/list', pager, () => ({}), { answer });

/** 230 records, read by the node; pages have 100 unless another number is said. */
async function read(design: Design, parameters: IDataObject, server = {}, options = {}) {
	const api = await DesignServer.start(design, { records: 230, pageSize: 100, ...server });
	try {
		const form = { authentication: 'none', source: 'fields', property: 'items', url: api.url };
		const result = await harness.run({
			type: 'pagedHttp',
			parameters: { ...form, returnAll: true, ...parameters, options: { ...options, maxWait: 0 } },
		});
		return {
			...{ error: result.error?.message, items: result.json(NODE), requests: api.requests },
			...{ records: api.records, summary: result.json(NODE, 1)[0] ?? {} },
		};
	} finally {
		await api.stop();
	}
}

const plain = bodyOf(() => ({}));
const cursor = paged.byToken('cursor');
const pages = paged.byPage('page');
const offsets = paged.byOffset('offset', 'limit');
const byPage = { schemeType: 'pageBased', pageParameter: 'page' };
const byToken = { schemeType: 'nextToken', cursorParameter: 'cursor', cursorPath: 'next' };
const tokens = bodyOf(({ nextIfAny }) => ({ next: nextIfAny }));
const link = ({ records, nextUrl }: ServedPage): Answer => ({
	headers: nextUrl === undefined ? {} : { Link: `<${nextUrl}>; rel="next"` },
	body: { items: records },
});
const flags = bodyOf(({ isLast, total }) => ({ more: !isLast, last: isLast, total }));

it.each<[start: string, choice: number, design: Design, more?: IDataObject]>([
	[
		'Response Contains Next URL',
		0,
		designOf(
			cursor,
			bodyOf(({ nextUrl }) => ({ next: nextUrl })),
		),
	],
	['Response Contains Next URL', 1, designOf(cursor, link)],
	['Update a Parameter: `cursor`', 0, designOf(cursor, tokens)],
	['Update a Parameter: `page`', 0, designOf(pages, plain)],
	['Update a Parameter: `page`', 1, designOf({ ...pages, first: 0 }, plain)],
	['Update a Parameter: `offset`', 0, designOf(offsets, plain), { limitParameter: 'limit' }],
	['Pagination Complete When: Response Is Empty', 0, designOf(pages, plain), byPage],
	[
		'Pagination Complete When: Other',
		0,
		designOf(pages, flags),
		{ ...byPage, moreRecords: 'more' },
	],
	['Pagination Complete When: Other', 1, designOf(pages, flags), { ...byPage, lastPage: 'last' }],
	[
		'Pagination Complete When: Other',
		2,
		designOf({ ...pages, size: 'size' }, flags),
		{ ...byPage, limitParameter: 'size', limitValue: 100, totalCount: 'total' },
	],
])('%s, its value %i, reads all records', async (start, choice, design, more = {}) => {
	const settings = parametersOf(settingsOf(start), choice);
	const { error, items, records, summary } = await read(design, { ...settings, ...more });
	expect(error).toBeUndefined();
	expect(summary).toMatchObject({ warnings: [], incomplete: [] });
	expect(items).toEqual(records);
});

it('a status code ends the list by the option that is named', async () => {
	expect(settingsOf('Pagination Complete When: a status')).toBe(
		'**Options > Paging Details > End Statuses**',
	);
	const design = designOf({ ...pages, atEnd: 'refused' }, plain);
	const options = { pagingDetails: { settings: { endStatuses: [400] } } };
	expect((await read(design, byPage)).error).toEqual(expect.any(String));
	const { items, records } = await read(design, byPage, {}, options);
	expect(items).toEqual(records);
});

it('Max Pages ends the list, and Interval is where the line says', async () => {
	const reference = readFileSync('docs/reference/paged-http.md', 'utf8');
	const named = ['**Options > Max Pages**', '**Options > Advanced > Interval**'];
	expect(settingsOf('Limit Pages').split('; ')).toEqual(named);
	for (const option of named) expect(reference).toContain(`| ${option} `);
	const { items, summary } = await read(designOf(pages, plain), byPage, {}, { maxPages: 2 });
	expect([items.length, summary.stopReason]).toEqual([200, 'maxPages']);
});

it.each<
	[
		symptom: string,
		what: string,
		design: Design,
		settings: IDataObject,
		says: RegExp,
		count: number,
	]
>([
	[
		'says that responses were',
		'Returns that page once, and names the parameter',
		designOf(pages, plain),
		{ ...byPage, pageParameter: 'pageNo' },
		/repeats.*pageNo|pageNo.*repeats/,
		100,
	],
	[
		'reads no second page',
		'Warns: "Did you mean …?"',
		designOf(
			cursor,
			bodyOf(({ nextIfAny }) => ({ meta: { next: nextIfAny } })),
		),
		byToken,
		/Did you mean .*meta\.next/,
		100,
	],
	['never ends', 'Ends at a page without records', designOf(pages, plain), byPage, /^$/, 230],
	[
		'never ends',
		'a repeated token',
		designOf(
			{ ...cursor, token: () => 'same' },
			bodyOf(() => ({ next: 'same' })),
		),
		byToken,
		/points back to a page/,
		200,
	],
	[
		'skips or repeats records',
		'Compares with the total: see `incomplete`',
		designOf({ ...pages, first: 0 }, flags),
		{ ...byPage, totalCount: 'total', pageUntil: 'reachTotalCount', limitValue: 100 },
		/fewer than the 230/,
		130,
	],
])('where HTTP Request %s: %s', async (symptom, what, design, settings, says, count) => {
	expect(settingsOf(symptom)).toContain(what);
	const { items, summary } = await read(design, settings, { ignoreUnknown: true });
	expect(items).toHaveLength(count);
	const { warnings, incomplete } = summary;
	const said = [warnings, incomplete].flat().join(' ');
	expect(said).toMatch(says);
});
