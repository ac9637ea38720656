import { readFileSync } from 'node:fs';

import type { IDataObject, INode } from 'n8n-workflow';

import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';

/** Section "A list for each record" of docs/paging.md: its expressions, in the nodes that it names. */

const harness = harnessForAll();
const listeners = new Listeners();
afterAll(() => listeners.close());

const [, section = ''] =
	/## A list for each record\n([^]*?)\n## /.exec(readFileSync('docs/paging.md', 'utf8')) ?? [];

/** @returns the text in backticks after these words of the section */
function textAfter(words: string): string {
	const [, text = ''] = new RegExp(`${words}\`(.*?)\``).exec(section.replace(/\s+/g, ' ')) ?? [];
	return text;
}

const node = (name: string, type: string, typeVersion: number, parameters: object) =>
	({ id: name, name, type, typeVersion, position: [0, 0], parameters }) as INode;
const base = (type: string) => `n8n-nodes-base.${type}`;
const read = (url: string) =>
	node('Read', 'n8n-nodes-grc-tprm.pagedHttp', 1, {
		...{ authentication: 'none', source: 'fields', schemeType: 'onePage', url, returnAll: true },
	});

/** Runs nodes in a row; `back` leads from the second output of a node to an earlier one. */
async function run(nodes: INode[], back?: [from: string, to: string]) {
	const all = [node('Manual', base('manualTrigger'), 1, {}), ...nodes];
	const to = (name = '') => [{ node: name, type: 'main' as const, index: 0 }];
	const connections = Object.fromEntries(
		all.slice(0, -1).map(({ name }, index) => {
			const outputs = [to(all[index + 1]?.name), ...(back?.[0] === name ? [to(back[1])] : [])];
			return [name, { main: outputs }];
		}),
	);
	const result = await harness.engine.run({ name: 'List', nodes: all, connections, pinData: {} });
	expect(result.error).toBeUndefined();
	return result.json('Read');
}

const serve = (answer: (url: URL, method: string) => unknown) =>
	listeners.http(({ url = '', method = '' }, response) => {
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify(answer(new URL(url, 'http://x'), method)));
	});

it('reads a long history by months, of which each record is in one', async () => {
	const start = new Date();
	const days = Array.from({ length: 760 }, (_, index) => {
		const day = new Date(start.getFullYear(), start.getMonth(), start.getDate() - index, 12);
		return { day: day.toISOString().slice(0, 10) };
	});
	const origin = await serve(({ searchParams }) => {
		const [from = '', to = ''] = ['since', 'until'].map((name) => searchParams.get(name) ?? '');
		return days.filter(({ day }) => day >= from && day < to);
	});
	const value = `=${textAfter('the array `month`: ')}`;
	const assignments = { assignments: [{ id: '1', name: 'month', type: 'array', value }] };
	const records = await run([
		node('Months', base('set'), 3.4, { assignments, options: {} }),
		node('Each month', base('splitOut'), 1, { fieldToSplitOut: 'month', options: {} }),
		read(`=${origin}${textAfter('3. Paged HTTP, with the URL (?=`/events)')}`),
	]);
	const read24 = records.map(({ day }) => String(day)).sort();
	expect(new Set(read24).size).toBe(read24.length);
	expect(read24.length).toBeGreaterThan(23 * 30);
	expect(read24).toEqual(
		days
			.map(({ day }) => day)
			.sort()
			.slice(-read24.length),
	);
});

it('reads an export once it is prepared', async () => {
	let asked = 0;
	const origin = await serve(({ pathname }, method): unknown => {
		if (method === 'POST') return { id: 'e1' };
		if (pathname === '/exports/e1') return { id: 'e1', status: ++asked < 3 ? 'running' : 'done' };
		return pathname === '/exports/e1/rows' ? [{ row: 1 }, { row: 2 }] : [];
	});
	const status: IDataObject = { id: '1', leftValue: `=${textAfter('then If ')}` };
	const operator = { type: 'string', operation: 'equals' };
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict' };
	const conditions = {
		...{ options, combinator: 'and' },
		conditions: [{ ...status, rightValue: textAfter('then If `[^`]*` is '), operator }],
	};
	const records = await run(
		[
			node('Start', base('httpRequest'), 4.2, { method: 'POST', url: `${origin}/exports` }),
			node('Wait', base('wait'), 1.1, { amount: 0.001 }),
			node('Status', base('httpRequest'), 4.2, {
				url: `=${origin}${textAfter('HTTP Request with ')}`,
			}),
			node('Is it done?', base('if'), 2.2, { conditions }),
			read(`=${origin}${textAfter('3. Paged HTTP, with the URL (?=`/exports)')}`),
		],
		['Is it done?', 'Wait'],
	);
	expect([asked, records]).toEqual([3, [{ row: 1 }, { row: 2 }]]);
});
