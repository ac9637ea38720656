import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Engine, type WorkflowFile, type WorkflowResult } from '../../sandbox/engine/engine';
import { amount } from '../helpers/amounts';
import { Listeners } from '../helpers/listen';
import { readText } from '../helpers/readText';
import type { Step } from '../helpers/syncWorkflow';
import {
	chain,
	confirm,
	graph,
	type Link,
	nodeOf,
	reader,
	Runs,
	subWorkflow,
} from '../helpers/syncWorkflow';

/**
 * Lists that change while they are read, in each scheme, on n8n's engine. Pages fail, n8n is killed,
 * the API returns nothing, targets refuse records or write them and fail, the clocks of writers
 * differ, and records reach Confirm in many ways.
 *
 * Excluded, since no reader can know of it:
 * - what two complete reads in a row have skipped, each by another change of the list, or two empty
 *   answers in a row
 * - by a changed-at field, what is written with a clock that is behind by more than the overlap
 * - what a run had written that was killed
 */

const LIVES = amount(10, 1_000);
const START = Date.UTC(2026, 0) / 1_000;
const OVERLAP = 10;

interface Row {
	id: string;
	text: number;
	at: number;
}

type Returned = Row & { change: string; changes?: object };

/** A change of the list before a page is read. */
interface Edit {
	beforePage: number;
	kind: 'add' | 'edit' | 'remove' | 'rotate' | 'toFront';
	at: number;
	tick: number;
	/** Seconds that the clock of the writer is behind, or ahead when negative. */
	behind: number;
}

/** What becomes of a run. */
interface Life {
	edits: Edit[];
	end: 'whole' | 'killed' | 'pageFails' | 'empty' | 'stops';
	/** Which of the records a target refuses, by the last digits of their IDs, as bits; the same for a second target. */
	refused: number;
	refusedToo: number;
	/** Which of them take another branch, or are filtered out. */
	left: number;
	/** Which of those that do not arrive were written nevertheless. */
	written: number;
}

const bits = fc.oneof(fc.constant(0), fc.nat(255));
const edits: fc.Arbitrary<Edit[]> = fc.array(
	fc.record({
		beforePage: fc.nat(4),
		kind: fc.constantFrom<Edit['kind']>('add', 'add', 'edit', 'remove', 'rotate', 'toFront'),
		at: fc.nat(20),
		tick: fc.nat(30),
		behind: fc.oneof(
			{ weight: 4, arbitrary: fc.nat(OVERLAP) },
			fc.integer({ min: -3 * OVERLAP, max: 3 * OVERLAP }),
		),
	}),
	{ maxLength: 6 },
);
const lives = fc.record<Life>({
	edits,
	end: fc.constantFrom('whole', 'whole', 'whole', 'killed', 'pageFails', 'empty', 'stops'),
	...{ refused: bits, refusedToo: bits, left: bits, written: fc.nat(255) },
});

/** How the next page is requested: from an offset of records to what the answer says of it. */
const SCHEMES = {
	pages: { type: 'pageBased', request: { pageParameter: 'page', pageStartingValue: 1 } },
	offsets: { type: 'offsetAndLimit', request: { offsetParameter: 'at', offsetStartingValue: 0 } },
	urls: { type: 'nextToken', tokenType: 'url', request: {}, response: { nextToken: 'next' } },
	tokens: {
		type: 'nextToken',
		...{
			tokenType: 'token',
			request: { tokenParameter: 'after' },
			response: { nextToken: 'next' },
		},
	},
	graphql: { type: 'graphqlConnections', request: {}, response: { pageInfo: 'data.pageInfo' } },
} as const;
type Scheme = keyof typeof SCHEMES;
const UNTIL = {
	...{ pages: 'noDataLeft', offsets: 'noDataLeft', urls: 'noNextToken', tokens: 'noNextToken' },
	graphql: 'noNextPage',
};

const has = (life: number) => `(${life} >> Number($json.id.slice(1)) % 8) % 2 === 1`;
const isOf = (life: number, { id }: { id: string }) =>
	(life >> (Number(id.slice(1)) % 8)) % 2 === 1;
const isLeft = ({ left }: Life) =>
	nodeOf('if', { conditions: { boolean: [{ value1: `={{ ${has(left)} }}`, value2: true }] } });
const withoutLeft = ({ left }: Life, more = {}) =>
	nodeOf(
		'filter',
		{ conditions: { boolean: [{ value1: `={{ ${has(left)} }}`, value2: false }] } },
		more,
	);
// Code needs a process of its own to run in; both are paired in the same way.
const code = (functionCode: string) => nodeOf('function', { functionCode });
const reverse = code('return items.reverse()');
const loop = nodeOf('splitInBatches', { batchSize: 2, options: {} }, { typeVersion: 3 });
const aggregate = nodeOf('aggregate', { aggregate: 'aggregateAllItemData', options: {} });
const splitOut = nodeOf('splitOut', { fieldToSplitOut: 'data', options: {} });
const extract = nodeOf('extractFromFile', { operation: 'fromJson', options: {} });
const call = nodeOf(
	'executeWorkflow',
	{ workflowId: { __rl: true, mode: 'id', value: 'sub' }, options: {} },
	{ typeVersion: 1.2 },
);

const noneFails = () => false;

/** What follows the reader, and which of its records arrive at Confirm. */
interface Way {
	steps: (life: Life, target: Targets) => Step[];
	/** In place of one after the other. */
	links?: Link[];
	arrives: (life: Life, record: Returned) => boolean;
	/** For which of them a node fails; without it, those that targets refuse of what does not take another branch. */
	fails?: (life: Life, record: Returned) => boolean;
	isFile?: boolean;
}
type Targets = (which: 'refused' | 'refusedToo', onError: NonNullable<Step['onError']>) => Step;
const notLeft: Way['arrives'] = ({ left }, record) => !isOf(left, record);
const notRefused: Way['arrives'] = ({ refused }, record) => !isOf(refused, record);
const isRefused: Way['arrives'] = (...which) => !notRefused(...which);
const both: Way['arrives'] = (...which) => notLeft(...which) && notRefused(...which);
const RETURNS = 'continueRegularOutput';
const ELSEWHERE = 'continueErrorOutput';

const WAYS: Record<string, Way> = {
	Continue: {
		steps: (_, target) => [target('refused', RETURNS)],
		arrives: notRefused,
		fails: isRefused,
	},
	'one branch of an IF': {
		steps: (life, target) => [isLeft(life), target('refused', ELSEWHERE)],
		links: [
			['Read', 0, 'if'],
			['if', 1, 'refused'],
			['refused', 0, 'Confirm'],
		],
		arrives: both,
	},
	'both branches of an IF': {
		steps: (life, target) => [isLeft(life), target('refused', ELSEWHERE)],
		links: [
			['Read', 0, 'if'],
			['if', 0, 'Confirm'],
			['if', 1, 'refused'],
			['refused', 0, 'Confirm'],
		],
		arrives: (...which) => !notLeft(...which) || notRefused(...which),
	},
	'both branches, after a Merge': {
		steps: (life, target) => [
			isLeft(life),
			target('refused', RETURNS),
			nodeOf('merge', {}, { typeVersion: 3 }),
		],
		links: [
			['Read', 0, 'if'],
			['if', 0, 'merge'],
			['if', 1, 'refused'],
			['refused', 0, 'merge', 1],
			['merge', 0, 'Confirm'],
		],
		arrives: (...which) => !notLeft(...which) || notRefused(...which),
	},
	'in a loop': {
		fails: isRefused,
		steps: (_, target) => [loop, target('refused', ELSEWHERE)],
		links: [
			['Read', 0, 'splitInBatches'],
			['splitInBatches', 1, 'refused'],
			['refused', 0, 'Confirm'],
			['refused', 1, 'splitInBatches'],
			['Confirm', 0, 'splitInBatches'],
		],
		arrives: notRefused,
	},
	'after a loop': {
		fails: isRefused,
		steps: (_, target) => [loop, target('refused', RETURNS)],
		links: [
			['Read', 0, 'splitInBatches'],
			['splitInBatches', 1, 'refused'],
			['refused', 0, 'splitInBatches'],
			['splitInBatches', 0, 'Confirm'],
		],
		arrives: notRefused,
	},
	'Code that reverses': {
		steps: (life) => [reverse, withoutLeft(life)],
		arrives: notLeft,
		fails: noneFails,
	},
	'Code that reverses and leaves some out': {
		steps: ({ left }) => [
			code(
				`return items.filter(({ json }) => !(${has(left).replace('$json', 'json')})).reverse().map(({ json: { id } }) => ({ json: { id } }))`,
			),
		],
		arrives: notLeft,
		fails: noneFails,
	},
	Aggregate: {
		steps: (life) => [withoutLeft(life), aggregate],
		arrives: notLeft,
		fails: noneFails,
	},
	'Aggregate and Split Out': {
		steps: (life, target) => [aggregate, splitOut, withoutLeft(life), target('refused', RETURNS)],
		arrives: both,
	},
	'a sub-workflow': {
		steps: (life) => [call, reverse, withoutLeft(life)],
		arrives: notLeft,
		fails: noneFails,
	},
	'Always Output Data': {
		steps: (life) => [withoutLeft(life, { alwaysOutputData: true })],
		arrives: notLeft,
		fails: noneFails,
	},
	'a file': {
		steps: () => [extract],
		arrives: () => true,
		fails: noneFails,
		isFile: true,
	},
	'a part of a file': {
		steps: (life) => [extract, splitOut, withoutLeft(life)],
		arrives: notLeft,
		fails: noneFails,
		isFile: true,
	},
	'two targets': {
		fails: (life, record) => !notRefused(life, record) || isOf(life.refusedToo, record),
		steps: (_, target) => [
			target('refused', ELSEWHERE),
			target('refusedToo', ELSEWHERE),
			nodeOf(
				'merge',
				{ mode: 'combine', fieldsToMatchString: 'id', options: {} },
				{ typeVersion: 3.1 },
			),
		],
		links: [
			['Read', 0, 'refused'],
			['Read', 0, 'refusedToo'],
			['refused', 0, 'merge'],
			['refusedToo', 0, 'merge', 1],
			['merge', 0, 'Confirm'],
		],
		arrives: (life, record) => notRefused(life, record) && !isOf(life.refusedToo, record),
	},
};

const stories = fc.record({
	/** Seconds between the records that are there at first. */
	first: fc.array(fc.nat(30), { maxLength: 6 }),
	runs: fc.array(lives, { minLength: 2, maxLength: 6 }),
	pageSize: fc.constantFrom(1, 2, 3, 20),
	scheme: fc.constantFrom<Scheme>('pages', 'offsets', 'urls', 'tokens', 'graphql'),
	by: fc.constantFrom('content', 'watched', 'changedAt'),
	way: fc.constantFrom(...Object.keys(WAYS)),
	/** When records are marked as processed. */
	marks: fc.constantFrom('confirmed', 'succeeded'),
	/** Whether the pages before one that fails are returned. */
	keeps: fc.boolean(),
	/** Record that no target takes until the list is still. */
	stuck: fc.option(fc.nat(3)),
});
type Story = typeof stories extends fc.Arbitrary<infer T> ? T : never;
const CALM: Life = { edits: [], end: 'whole', refused: 0, refusedToo: 0, left: 0, written: 0 };

let engine: Engine;
const listeners = new Listeners();
let source: LiveSync;
let url: string;

beforeAll(async () => {
	engine = await Engine.load();
	engine.subWorkflows.set('sub', subWorkflow(reverse));
	url = await listeners.http((request, response) => {
		void readText(request).then((text) => {
			const { status = 200, body } = source.answer(
				new URL(request.url ?? '', url),
				JSON.parse(text || '{}') as IDataObject,
			);
			response.setHeader('date', new Date(source.list.now * 1_000).toUTCString());
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		});
	});
});
afterAll(() => listeners.close());

class LiveList {
	rows: Row[] = [];
	/** Written with a clock that is too far behind. */
	readonly late = new Set<string>();
	private next = 0;
	now = START;
	private latest = START;

	apply({ kind, at, tick, behind }: Edit): void {
		this.now += tick;
		const index = this.rows.length === 0 ? -1 : at % this.rows.length;
		const row = this.rows[index];
		if (kind === 'add') {
			this.rows.splice(at % (this.rows.length + 1), 0, this.written(`r${this.next++}`, behind));
		} else if (kind === 'rotate') this.rows.push(...this.rows.splice(0, at));
		else if (row && kind === 'toFront') this.rows.unshift(...this.rows.splice(index, 1));
		else if (row && kind === 'edit') this.rows[index] = this.written(row.id, behind);
		else if (row) this.rows.splice(index, 1);
	}

	private written(id: string, behind: number): Row {
		const at = this.now - behind;
		if (at < this.latest - OVERLAP) this.late.add(id);
		else this.late.delete(id);
		this.latest = Math.max(this.latest, Math.min(at, this.now));
		return { id, text: this.next++, at };
	}
}

/** A list that changes page by page while it is read, and what its sync has done. */
class LiveSync {
	readonly list = new LiveList();
	/** What a target has. */
	readonly target = new Map<string, number>();
	/** What has reached Confirm: a version, or that it was removed. */
	readonly done = new Map<string, number | 'removed'>();
	/** How many complete reads in a row have not had a record as it is, that of a killed run included. */
	missed = new Map<string, number>();
	/** The same, of the runs whose state was stored. */
	private counted = new Map<string, number>();
	/** Skipped twice in a row at any time. */
	readonly excluded = new Set<string>();
	private wasEmpty = false;
	private noise = 0;
	private readonly runs = new Runs(engine);
	private life = CALM;
	/** What the run has read, and since when it has asked for changes. */
	private read = new Set<string>();
	private since = -Infinity;

	constructor(private readonly story: Story) {
		for (const [at, tick] of story.first.entries()) {
			this.list.apply({ beforePage: 0, kind: 'add', at, tick, behind: 0 });
		}
	}

	/** @returns what the run has returned, once it has all come to its end */
	async run(life: Life): Promise<Returned[]> {
		Object.assign(this, { life, read: new Set(), since: -Infinity });
		const { staticData } = this.runs;
		const way = WAYS[this.story.way]!;
		const result = await this.runs.run(this.workflow(way));
		const returned = returnedBy(result, way);
		// A new record that changes and moves during the run cannot be told from two with one key.
		const message = result.error?.message ?? '';
		const isStopped = message === 'Stop';
		const isExpected =
			life.end === 'pageFails' || isStopped || message.includes(' differ, but both have ');
		if (result.error && !isExpected) throw result.error;
		const { warnings, stopReason } = result.json('Read', 1)[0] ?? {};
		const isCounted =
			(!result.error || isStopped) &&
			String(warnings) === '' &&
			stopReason !== 'error' &&
			stopReason !== undefined;
		this.missed = new Map(this.counted);
		if (isCounted && (this.read.size > 0 || this.wasEmpty)) this.noteMissed();
		if (life.end === 'killed') {
			this.runs.restart(staticData);
			return returned;
		}
		if (result.error && !isStopped) return returned;
		this.counted = this.missed;
		for (const [id, count] of this.missed) if (count > 1) this.excluded.add(id);
		if (isCounted || this.read.size > 0) this.wasEmpty = this.read.size === 0;
		for (const record of returned) {
			const arrives = !isStopped && this.isProcessed(way, record);
			if (arrives || isOf(life.written, record)) this.write(record);
			if (arrives) this.done.set(record.id, whatOf(record));
		}
		return returned;
	}

	answer(
		{ pathname, searchParams: query }: URL,
		body: IDataObject,
	): { status?: number; body: object } {
		if (pathname !== '/list') {
			const id = query.get('id') ?? '';
			const isRefused = isOf(this.refusing()[pathname.slice(1) as 'refused'], { id });
			return { status: isRefused ? 422 : 200, body: { id } };
		}
		const { pageSize, by, scheme } = this.story;
		const variables = body.variables as { after?: string; since?: number } | undefined;
		const after = query.get('after') ?? variables?.after ?? '';
		const start =
			after === ''
				? Number(query.get('at') ?? (Number(query.get('page') ?? 1) - 1) * pageSize)
				: Number(Buffer.from(after, 'base64').toString().split(':')[1]);
		this.since = Number(query.get('since') ?? variables?.since ?? -Infinity);
		const { edits: changes, end } = this.life;
		for (const edit of changes) {
			if (edit.beforePage === start / pageSize) this.list.apply(edit);
		}
		if (end === 'pageFails' && start > 0) return { status: 400, body: {} };
		const found = this.list.rows.filter(({ at }) => at >= this.since && end !== 'empty');
		const items = found.slice(start, start + pageSize);
		for (const { id, text } of items) this.read.add(`${id} ${text}`);
		// With watched fields, others may differ with each request.
		const noise = () => (by === 'watched' ? this.noise++ : 0);
		const records = items.map((row) => ({ ...row, noise: noise() }));
		const endCursor = Buffer.from(`arrayconnection:${start + pageSize}`).toString('base64');
		const hasNextPage = start + pageSize < found.length;
		const since = query.has('since') ? `&since=${this.since}` : '';
		const next = scheme === 'urls' ? `${url}/list?after=${endCursor}${since}` : endCursor;
		const pageInfo = { endCursor, hasNextPage };
		return { body: { data: { records, pageInfo }, ...(hasNextPage && { next }) } };
	}

	/** What is refused in this run, with what no target takes. */
	private refusing(): Life {
		const { stuck } = this.story;
		const more = stuck === null || this.life === CALM ? 0 : 1 << stuck;
		return { ...this.life, refused: this.life.refused | more, left: this.life.left | more };
	}

	private workflow({ steps, links, isFile = false }: Way): WorkflowFile {
		const { scheme, by, pageSize, keeps } = this.story;
		const { request, ...paging } = SCHEMES[scheme];
		const pagingScheme = {
			...paging,
			request: { ...request, limitValue: pageSize },
			pageUntil: UNTIL[scheme],
		};
		const query =
			'query ($after: String, $since: Int) { records pageInfo { endCursor hasNextPage } }';
		const call = scheme === 'graphql' ? { method: 'POST', body: { query } } : { method: 'GET' };
		const dataset = { url: `${url}/list`, ...call, property: 'data.records', pagingScheme };
		const read = reader(
			dataset,
			{
				countAsDone: this.story.marks,
				...(isFile && { output: 'file', fileFormat: 'json' }),
				...(by === 'changedAt' && {
					...{ findChangesBy: 'changedAt', changedAtPath: 'at', changedAtParameter: 'since' },
				}),
			},
			{
				...{ maxRemoved: 100, emptyList: 'remove', overlap: OVERLAP },
				...{ onError: keeps ? 'keep' : 'fail' },
				...(by === 'watched' && { watchFields: 'text' }),
			},
		);
		const target: Targets = (which, onError) => ({
			...nodeOf('httpRequest', { url: `=${url}/${which}?id={{ $json.id }}`, options: {} }),
			...{ name: which, typeVersion: 4.2, onError },
		});
		const isConfirmed = this.story.marks === 'confirmed';
		const last = isConfirmed ? confirm : { ...nodeOf('noOp'), name: 'Confirm' };
		const all = [read, ...steps(this.refusing(), target), last];
		const file = links ? graph(all, ...links) : chain(...all);
		if (this.life.end !== 'stops' || isConfirmed) return file;
		const stop = chain(nodeOf('stopAndError', { errorMessage: 'Stop' })).nodes.slice(1);
		const { main = [] } = file.connections['Confirm'] ?? {};
		const toStop = { node: 'stopAndError', type: 'main' as const, index: 0 };
		const connections = { ...file.connections, Confirm: { main: [[...(main[0] ?? []), toStop]] } };
		return { ...file, nodes: [...file.nodes, ...stop], connections };
	}

	/** Whether a run that succeeds has done its work for a record. */
	private isProcessed({ arrives, fails }: Way, record: Returned): boolean {
		const life = this.refusing();
		if (this.story.marks === 'confirmed') return arrives(life, record);
		return !(fails?.(life, record) ?? (!isOf(life.left, record) && isOf(life.refused, record)));
	}

	private write({ id, text, change }: Returned): void {
		if (change === 'removed') this.target.delete(id);
		else this.target.set(id, text);
	}

	private noteMissed(): void {
		for (const { id, text, at } of this.list.rows) {
			const isMissed = at >= this.since && !this.read.has(`${id} ${text}`);
			// Before an empty answer that counts there was another one.
			const more = this.read.size === 0 ? 2 : 1;
			this.missed.set(id, isMissed ? (this.counted.get(id) ?? 0) + more : 0);
		}
	}
}

function returnedBy(result: WorkflowResult, { isFile = false }: Way): Returned[] {
	const files = result.json('extractFromFile').map(({ data }) => data);
	// n8n reads an empty file as an object.
	return (isFile ? files.filter(Array.isArray).flat() : result.json('Read')) as Returned[];
}

function whatOf({ change, text }: Returned): number | 'removed' {
	return change === 'removed' ? 'removed' : text;
}

/** @returns what a record says of its watched field */
function changesSince(confirmed: number | 'removed' | undefined, { change, text }: Returned) {
	if (change !== 'updated') return { text: { current: text } };
	return confirmed === text ? {} : { text: { previous: confirmed, current: text } };
}

/** Checks the story, then some more runs while nothing changes and nothing fails. */
async function tell(story: Story): Promise<void> {
	const sync = (source = new LiveSync(story));
	const { list, excluded, missed: _, ...live } = sync;
	for (const life of [...story.runs, CALM, CALM, CALM, CALM]) {
		const done = new Map(live.done);
		const returned = await sync.run(life);
		const repeated = returned.filter((record) => done.get(record.id) === whatOf(record));
		expect(repeated.filter(({ id }) => !excluded.has(id))).toEqual([]);
		for (const record of returned) {
			const isThere = list.rows.some(({ id }) => id === record.id);
			if (record.change === 'removed' && isThere) {
				expect(sync.missed.get(record.id)).toBeGreaterThan(1);
			} else if (story.by === 'watched' && record.change !== 'removed') {
				expect(record.changes).toEqual(changesSince(done.get(record.id), record));
			}
		}
	}
	const isSafe = ({ id }: Row) =>
		story.by !== 'changedAt' || (!list.late.has(id) && !excluded.has(id));
	const wanted = list.rows.filter(isSafe).map(({ id, text }) => [id, text]);
	for (const versions of [live.done, live.target]) {
		expect(wanted.map(([id]) => [id, versions.get(String(id))])).toEqual(wanted);
	}
	if (story.by !== 'changedAt') expect(live.target.size).toBe(wanted.length);
}

it(`${LIVES} lives: nothing is lost, confirmed that did not arrive, removed that is there, or returned twice`, async () => {
	await fc.assert(fc.asyncProperty(stories, tell), { numRuns: LIVES });
}, 600_000);
