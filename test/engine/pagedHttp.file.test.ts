import { parse } from 'csv-parse/sync';
import glob from 'fast-glob';
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { binaryStorage } from '../../sandbox/engine/binaryStorage';
import type { Harness } from '../../sandbox/engine/harness';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pagedHttp } from '../helpers/pagedHttp';
import { rowsOf, serveRows } from '../helpers/pagedRows';

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => {
	listeners.close();
	jest.restoreAllMocks();
});

/** Files that n8n has on disk, finished or not. */
const stored = () =>
	glob.sync('**/binary_data/*', { cwd: process.env.N8N_USER_FOLDER ?? '', dot: true });

async function textOf(binary: IBinaryData | undefined): Promise<string> {
	if (!binary) throw new Error('no file');
	return (await binaryStorage().getAsBuffer(binary)).toString('utf8');
}

const toFile = (
	dataset: unknown,
	fileFormat: string,
	options: IDataObject = {},
	more: IDataObject = {},
	settings: NodeUnderTest['settings'] = {},
) => pagedHttp(dataset, options, { output: 'file', fileFormat, ...more }, settings);

/** Runs the node, with the text of its file. */
async function run(node: NodeUnderTest, options: Parameters<Harness['run']>[2] = {}) {
	const before = new Set(stored());
	const result = await withFakeClock(() => harness.run(node, [{}], options));
	const [item] = result.items(NODE);
	const binary = item?.binary?.data;
	return {
		result,
		items: result.items(NODE),
		json: item?.json,
		binary,
		text: binary && (await textOf(binary)),
		summary: result.json(NODE, 1)[0],
		left: stored().filter((file) => !before.has(file)),
	};
}

/** Lets n8n keep files in another place, as its settings do. */
function keepFilesIn(mode: string): void {
	const storage = binaryStorage() as unknown as { mode: string };
	const { mode: before } = storage;
	storage.mode = mode;
	restore.push(() => (storage.mode = before));
}
const restore: Array<() => void> = [];
afterEach(() => restore.splice(0).forEach((undo) => undo()));

const lines = (rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('Output: File', () => {
	it('writes all pages to one file, and returns it as one item', async () => {
		const { numbered } = await serveRows(listeners, { rows: rowsOf(1, 25) });
		const { result, items, json, text, binary, summary } = await run(toFile(numbered, 'ndjson'));
		expect(result.error).toBeUndefined();
		expect(items).toHaveLength(1);
		const expected = lines(rowsOf(1, 25));
		expect(text).toBe(expected);
		expect(json).toEqual({ fileName: 'records.ndjson', records: 25, bytes: expected.length });
		expect(binary).toMatchObject({ fileName: 'records.ndjson', mimeType: 'application/x-ndjson' });
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(summary).toMatchObject({ pages: 4, items: 25, stopReason: 'noDataLeft', resume: null });
		expect(result.hints(NODE)).toMatchObject([{ message: 'All 25 records read.', type: 'info' }]);
	});

	it('says above the output that the file is short because of Limit', async () => {
		const { numbered } = await serveRows(listeners, { rows: rowsOf(1, 25) });
		const limited = toFile(numbered, 'ndjson', {}, { returnAll: false, limit: 5 });
		const { result, json } = await run(limited);
		expect(json?.records).toBe(5);
		expect(result.hints(NODE).map(({ message }) => message)).toEqual([
			'Stopped at the limit after 5 records. To get all, turn on Return All.',
		]);
	});

	it('writes JSON as one array, also of records that are no objects', async () => {
		const rows = [...rowsOf(1, 11), 'plain', 7, null, { nested: { list: [1, { a: 'ü😀' }] } }];
		const { numbered } = await serveRows(listeners, { rows });
		const { text, json } = await run(toFile(numbered, 'json'));
		expect(JSON.parse(text ?? '')).toEqual(rows);
		expect(json).toMatchObject({ fileName: 'records.json', records: 15 });
		expect(json?.bytes).toBe(Buffer.byteLength(text ?? ''));
	});

	it('writes CSV with the columns of the first page, nested values as JSON', async () => {
		const rows = rowsOf(1, 12).map((row, index) =>
			index === 3 ? { ...row, tags: ['a', 'b,"c"'], note: 'two\nlines' } : row,
		);
		const { numbered } = await serveRows(listeners, { rows });
		const { text, json, binary } = await run(toFile(numbered, 'csv'));
		expect(text?.split('\r\n')[0]).toBe('id,name,tags,note');
		const read: unknown = parse(text ?? '', { columns: true });
		expect(read).toEqual(
			rows.map(({ id, name, tags, note }: IDataObject) => ({
				id: String(id),
				name,
				tags: tags === undefined ? '' : JSON.stringify(tags),
				note: note ?? '',
			})),
		);
		expect(json).toMatchObject({ fileName: 'records.csv', records: 12 });
		expect(binary?.mimeType).toBe('text/csv');
	});

	it('writes the columns that are listed, in their order, and no others', async () => {
		const rows = [...rowsOf(1, 10), { id: 11, country: 'DE' }];
		const { numbered } = await serveRows(listeners, { rows });
		const { text } = await run(toFile(numbered, 'csv', { csvColumns: ' country, id ,' }));
		expect(text?.split('\r\n').slice(0, 2)).toEqual(['country,id', ',1']);
		expect(text?.split('\r\n').at(-2)).toBe('DE,11');
	});

	it.each([
		[false, '=1+1,+49 30 1234,-5,@a,\uff1d1,"text;=1+1"'],
		[true, `'=1+1,'+49 30 1234,-5,'@a,'\uff1d1,"text;=1+1"`],
	])('is for spreadsheets only where that is wanted: %s', async (forSpreadsheets, line) => {
		const rows = [{ a: '=1+1', b: '+49 30 1234', c: -5, d: '@a', e: '\uff1d1', f: 'text;=1+1' }];
		const { numbered } = await serveRows(listeners, { rows });
		const { text } = await run(toFile(numbered, 'csv', { forSpreadsheets }));
		const mark = forSpreadsheets ? '\ufeff' : '';
		expect(text).toBe(`${mark}a,b,c,d,e,f\r\n${line}\r\n`);
	});

	it('reads paths as columns, and names those that no record has', async () => {
		const rows = [
			{ id: 1, owner: { email: 'ada@example.com' }, 'a.b': 'own', note: null },
			{ id: 2, a: { b: 'nested' } },
		];
		const { numbered } = await serveRows(listeners, { rows });
		const csvColumns = 'id,owner.email,a.b,note,Naem,owner.phone';
		const { result, text, summary } = await run(toFile(numbered, 'csv', { csvColumns }));
		expect(text?.split('\r\n').slice(1)).toEqual(['1,ada@example.com,own,,,', '2,,nested,,,', '']);
		const warning =
			'No record has "Naem", "owner.phone", as listed in CSV Columns. Check the spelling.';
		expect(summary?.warnings).toEqual([warning]);
		expect(result.hints(NODE)[0]?.message).toContain(warning);
	});

	it.each(['fail', 'keep'])(
		'ends with an error at a column that comes later, with On Error %s',
		async (onError) => {
			const rows = [...rowsOf(1, 24), { id: 25, owner: 'Ada' }, ...rowsOf(26, 60)];
			const { numbered, requests } = await serveRows(listeners, { rows });
			const { result, items, left } = await run(toFile(numbered, 'csv', { onError }));
			expect(result.error).toMatchObject({
				message: 'The CSV file has no column "owner", which record 5 of page 3 needs',
				description: expect.stringContaining('List all columns'),
			});
			expect(items).toEqual([]);
			expect(left).toEqual([]);
			// Nothing is read in vain.
			expect(requests).not.toContain(5);
		},
	);

	it.each([
		['ndjson', {}, ''],
		['json', {}, '[]\n'],
		['csv', {}, ''],
		['csv', { csvColumns: 'id,name' }, 'id,name\r\n'],
	])('returns a file without records too: %s %j', async (format, options, expected) => {
		const { numbered } = await serveRows(listeners, { rows: [] });
		const { text, json, result } = await run(toFile(numbered, format, options));
		expect(result.error).toBeUndefined();
		expect(text).toBe(expected);
		expect(json).toMatchObject({ records: 0, bytes: expected.length });
	});

	it.each([
		['', 'csv', 'records.csv'],
		['vendors', 'ndjson', 'vendors.ndjson'],
		['export.txt', 'csv', 'export.txt'],
		['../../secret/Register 2026', 'json', 'Register 2026.json'],
	])('names the file: %j as %s is %s', async (fileName, format, expected) => {
		const { numbered } = await serveRows(listeners, { rows: rowsOf(1, 1) });
		const { json, binary } = await run(toFile(numbered, format, { fileName }));
		expect(json?.fileName).toBe(expected);
		expect(binary?.fileName).toBe(expected);
		expect(binary).not.toHaveProperty('directory');
	});

	it('returns a file per input item', async () => {
		const { numbered, url } = await serveRows(listeners, { rows: rowsOf(1, 25) });
		const empty = { ...numbered, url: `${url}/numbered?page=9` };
		const node = toFile({}, '={{ $json.format }}', { fileName: '={{ $json.name }}' });
		node.parameters.dataset = '={{ $json.dataset }}';
		const result = await harness.run(node, [
			{ format: 'csv', name: 'a', dataset: JSON.stringify(numbered) },
			{ format: 'json', name: 'b', dataset: JSON.stringify(empty) },
		]);
		expect(result.error).toBeUndefined();
		expect(result.items(NODE)).toMatchObject([
			{ json: { fileName: 'a.csv', records: 25 }, pairedItem: { item: 0 } },
			{ json: { fileName: 'b.json' }, pairedItem: { item: 1 } },
		]);
	});
});

/** What a run in the editor has read is kept for the next one. */
const PUBLISHED = { mode: 'trigger' } as const;

describe('A page that cannot be read, in a published workflow', () => {
	const broken = async () =>
		await serveRows(listeners, { rows: rowsOf(1, 50), status: (page) => (page === 3 ? 400 : 200) });

	it('leaves no file with On Error: Fail', async () => {
		const { numbered } = await broken();
		const { result, items, left } = await run(toFile(numbered, 'ndjson'), PUBLISHED);
		expect(result.error?.message).toContain('Out of order');
		expect(items).toEqual([]);
		expect(left).toEqual([]);
	});

	it('leaves no file where the node continues, and says so in the summary', async () => {
		const { numbered } = await broken();
		const settings = { onError: 'continueRegularOutput' as const };
		const node = toFile(numbered, 'json', {}, {}, settings);
		const { items, left, summary } = await run(node, PUBLISHED);
		expect(items).toMatchObject([{ json: { error: { message: expect.any(String) } } }]);
		expect(left).toEqual([]);
		expect(summary).toMatchObject({ stopReason: 'error', resume: null });
	});

	it.each(['json', 'ndjson', 'csv'])(
		'keeps a whole %s file with On Error: Keep',
		async (format) => {
			const { numbered } = await broken();
			const { text, json, summary } = await run(toFile(numbered, format, { onError: 'keep' }));
			expect(json).toMatchObject({ records: 20 });
			expect(summary).toMatchObject({ stopReason: 'error', items: 20, resume: { position: 3 } });
			if (format === 'json') expect(JSON.parse(text ?? '')).toEqual(rowsOf(1, 20));
		},
	);

	it('leaves no file with On Incomplete: Fail', async () => {
		const { numbered } = await serveRows(listeners, { rows: rowsOf(1, 50) });
		const options = { onIncomplete: 'fail', maxPages: 2 };
		const { result, items, left } = await run(toFile(numbered, 'ndjson', options), PUBLISHED);
		expect(result.error?.message).toContain('Records may be missing');
		expect(items).toEqual([]);
		expect(left).toEqual([]);
	});
});

describe('The storage', () => {
	const MEGABYTE = 1_048_576;
	/** Pages of two records of 100 kB each. */
	const large = async (records: number) =>
		await serveRows(listeners, {
			rows: rowsOf(1, records).map((row) => ({ ...row, text: 'x'.repeat(100_000) })),
			size: 2,
		});

	it('on disk has no limit', async () => {
		const { linked } = await large(30);
		const { json } = await run(toFile(linked, 'ndjson', { maxFileSize: 1 }));
		expect(json?.records).toBe(30);
		expect(Number(json?.bytes)).toBeGreaterThan(2 * MEGABYTE);
	});

	it.each([
		['default', 'keep files in memory'],
		['database', 'keep files in its database storage'],
		['s3', 'keep files in its s3 storage'],
	])('%s takes no more than Max File Size', async (mode, words) => {
		const { linked, requests } = await large(60);
		if (mode !== 'default') {
			const kept = new Map<string, Buffer>();
			const memory = {
				store: async (_location: unknown, content: Buffer | AsyncIterable<Buffer>) => {
					const parts: Buffer[] = [];
					if (Buffer.isBuffer(content)) parts.push(content);
					else for await (const part of content) parts.push(part);
					const fileId = `file-${kept.size}`;
					kept.set(fileId, Buffer.concat(parts));
					return { fileId, fileSize: Buffer.concat(parts).length };
				},
			};
			binaryStorage().setManager(mode as 's3', memory as never);
		}
		keepFilesIn(mode);
		const { result, items, left } = await run(toFile(linked, 'ndjson', { maxFileSize: 1 }));
		expect(result.error).toMatchObject({
			message: `The file is larger than 1 MB, and n8n is set to ${words}`,
			description: expect.stringContaining('Batches to a Workflow'),
		});
		expect(items).toEqual([]);
		expect(left).toEqual([]);
		expect(requests.length).toBeLessThan(9);
	});

	it('in memory takes a file up to Max File Size', async () => {
		const { linked } = await large(8);
		keepFilesIn('default');
		const { json, text, binary } = await run(toFile(linked, 'json', { maxFileSize: 1 }));
		expect(json?.records).toBe(8);
		expect(JSON.parse(text ?? '')).toHaveLength(8);
		expect(binary?.id).toBeUndefined();
	});

	it('that fails stops the run, with its own error', async () => {
		const full = new Error('ENOSPC: no space left on device, write');
		jest.spyOn(binaryStorage(), 'store').mockRejectedValue(full);
		const { numbered, requests } = await serveRows(listeners, { rows: rowsOf(1, 500) });
		const { result, items } = await run(toFile(numbered, 'ndjson'));
		expect(result.error?.message).toContain('no space left');
		expect(items).toEqual([]);
		expect(requests.length).toBeLessThan(4);
	});

	it('gets nothing of a run of a published workflow that was cancelled', async () => {
		const controller = new AbortController();
		const { numbered } = await serveRows(listeners, {
			rows: rowsOf(1, 100),
			before: (page) => page === 4 && controller.abort(),
		});
		const { signal } = controller;
		const { left, items } = await run(toFile(numbered, 'ndjson'), { ...PUBLISHED, signal });
		expect(items).toEqual([]);
		expect(left).toEqual([]);
	});
});

it.each([
	[{ maxFileSize: 0 }, 'Max File Size must be a number of 1 or more, but is "0"'],
	[{ fileName: '={{ ({}) }}' }, 'File Name must be a single value, but is an object'],
])('%j is an error before any request', async (options, message) => {
	const { numbered, requests } = await serveRows(listeners, { rows: rowsOf(1, 5) });
	const { result } = await run(toFile(numbered, 'csv', options));
	expect(result.error?.message).toBe(message);
	expect(requests).toEqual([]);
});
