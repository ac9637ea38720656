import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/engine';
import { PollingWorkflow } from '../../sandbox/engine/polling';
import { WebhookNodes } from '../../sandbox/engine/webhookNodes';
import { harnessForAll } from '../helpers/harness';
import type { PolledList } from '../helpers/polledList';
import { readsList, record, startList } from '../helpers/polledList';
import { Listeners } from '../helpers/listen';

const NODE = 'Paged HTTP Trigger';

const harness = harnessForAll();
const listeners = new Listeners();
let list: PolledList;

beforeEach(async () => {
	list = await startList(listeners);
});
afterAll(() => listeners.close());

function workflowOf(parameters: IDataObject): WorkflowFile {
	return {
		name: 'Polled',
		nodes: [
			{
				id: 'trigger',
				name: NODE,
				type: 'n8n-nodes-grc-tprm.pagedHttpTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					pollTimes: { item: [{ mode: 'everyMinute' }] },
					...parameters,
				},
			},
		],
		connections: {},
	};
}

const polled = (more: IDataObject = {}, budgetMs?: number) =>
	new PollingWorkflow(harness.engine, workflowOf(readsList(list, more)), budgetMs);

/** What the user sees of an error. */
async function failure(work: Promise<unknown>) {
	const error = await work.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	const { message, description } = error as { message: string; description?: string };
	return { message, description: description ?? '' };
}

it('new, changed and removed records start the workflow, each once', async () => {
	const workflow = polled();
	expect(await workflow.activate()).toEqual([]);
	expect(await workflow.poll()).toEqual([]);

	list.records.push(record(4));
	list.records[1] = record(2, 'Renamed');
	expect(await workflow.poll()).toEqual([
		{ ...record(2, 'Renamed'), change: 'updated' },
		{ ...record(4), change: 'created' },
	]);
	expect(await workflow.poll()).toEqual([]);

	list.records.shift();
	expect(await workflow.poll()).toEqual([]);
	expect(await workflow.poll()).toEqual([{ id: 1, change: 'removed' }]);
	expect(await workflow.poll()).toEqual([]);
});

describe('a first poll that may not have read the whole list', () => {
	it.each([
		{ body: {}, reason: 'Records Path' },
		{ body: { items: null }, reason: 'Records Path' },
		{ body: { items: [record(1), record(2)] }, reason: 'Page 2 repeats the page before it' },
	])('is an error that says why: $body', async ({ body, reason }) => {
		list.body = body;
		const workflow = polled({ options: { onIncomplete: 'warn' } });
		const { message, description } = await failure(workflow.activate());
		expect(message).toBe(
			'The first poll may not have read the whole list, so it is not remembered',
		);
		expect(description).toContain(reason);
		expect(description).toContain('set On First Poll under Options to Return All');
		expect(workflow.stored).not.toHaveProperty(['node:Paged HTTP Trigger', 'records']);

		list.body = undefined;
		expect(await workflow.activate()).toEqual([]);
		expect(await workflow.poll()).toEqual([]);
	});

	it('is none with Return All, where later records start the workflow anyway', async () => {
		list.body = { items: null };
		const workflow = polled({ options: { onFirstPoll: 'return' } });
		expect(await workflow.activate()).toEqual([]);
		list.body = undefined;
		expect(await workflow.poll()).toHaveLength(3);
	});

	it('is none when the list is empty', async () => {
		list.records = [];
		const workflow = polled();
		expect(await workflow.activate()).toEqual([]);
		list.records.push(record(1));
		expect(await workflow.poll()).toEqual([{ ...record(1), change: 'created' }]);
	});
});

it('a field that records have already is not overwritten by the change', async () => {
	list.records = list.records.map((one) => ({ ...one, change: 'address' }));
	const { message, description } = await failure(polled().activate());
	expect(message).toBe('Record 1 of page 1 already has a field change, which would be replaced.');
	expect(description).toContain('Set Change Field under Options > Changes');
	expect(await polled({ options: { changeField: 'what' } }).activate()).toEqual([]);
});

it('only what is selected under Trigger On starts the workflow', async () => {
	const workflow = polled({ events: ['created'] });
	await workflow.activate();
	list.records = [record(1, 'Renamed'), record(3), record(4)];
	expect(await workflow.poll()).toEqual([{ ...record(4), change: 'created' }]);
});

it('with Watch Fields, records start the workflow when one of these changes, with both values', async () => {
	const workflow = polled({ options: { watchFields: 'name' } });
	await workflow.activate();
	list.records = [record(1, 'Renamed'), record(2, 'Record 2', 9), record(3)];
	const changes = { name: { previous: 'Record 1', current: 'Renamed' } };
	expect(await workflow.poll()).toEqual([{ ...record(1, 'Renamed'), change: 'updated', changes }]);
	expect(await workflow.poll()).toEqual([]);
});

it('On First Poll can return all records that exist', async () => {
	const workflow = polled({ options: { onFirstPoll: 'return', changeField: 'what' } });
	expect(await workflow.activate()).toEqual(
		[1, 2, 3].map((id) => ({ ...record(id), what: 'created' })),
	);
	expect(await workflow.poll()).toEqual([]);
});

it('what changed while n8n was down starts the workflow when it is up again', async () => {
	const before = polled();
	await before.activate();
	list.records.push(record(4));
	await before.poll();

	list.records.push(record(5));
	const after = polled();
	after.stored = before.stored;
	expect(await after.activate('init')).toEqual([{ ...record(5), change: 'created' }]);
	expect(await after.poll()).toEqual([]);
});

it('another list is remembered first, like on the first poll', async () => {
	const before = polled();
	await before.activate();
	const other = polled({ url: `${list.url}?status=active` });
	other.stored = before.stored;
	const warn = jest.spyOn(new WebhookNodes(harness.engine, harness.engine.packages).logger, 'warn');
	list.records.push(record(4));
	expect(await other.activate('update')).toEqual([]);
	expect(warn).toHaveBeenCalledWith(expect.stringContaining('this list has no history yet'));
	list.records.push(record(5));
	expect(await other.poll()).toEqual([{ ...record(5), change: 'created' }]);
});

it('a poll that starts before the last one has ended does nothing', async () => {
	const workflow = polled();
	await workflow.activate();
	list.records.push(record(4));
	let release: (status: number) => void = () => {};
	const held = new Promise<number>((resolve) => (release = resolve));
	const arrived = new Promise<void>((resolve) => {
		list.beforeAnswer = async () => {
			resolve();
			return await held;
		};
	});
	const first = workflow.poll();
	await arrived;
	expect(await workflow.poll()).toEqual([]);
	release(200);
	expect(await first).toEqual([{ ...record(4), change: 'created' }]);
	list.beforeAnswer = () => 200;
	expect(await workflow.poll()).toEqual([]);
});

it('a poll that starts before n8n has stored what the last one returned does nothing', async () => {
	const workflow = polled();
	await workflow.activate();
	const before = structuredClone(workflow.stored);
	const pollFromBefore = async () => {
		const other = polled();
		other.stored = structuredClone(before);
		return await other.activate('init');
	};
	list.records.push(record(4));
	const created = [{ ...record(4), change: 'created' }];
	expect(await workflow.poll()).toEqual(created);
	// After a restart, n8n may run several overdue polls at once.
	for (let time = 0; time < 2; time++) expect(await pollFromBefore()).toEqual([]);
	// It was not stored after all.
	const later = Date.now() + 30_000;
	const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
	expect(await pollFromBefore()).toEqual(created);
	clock.mockRestore();
});

it('a failed poll says why, and the next one returns what it would have returned', async () => {
	const workflow = polled();
	await workflow.activate();
	list.records.push(record(4));
	list.beforeAnswer = ({ searchParams }) => (searchParams.get('page') === '2' ? 403 : 200);
	const { message, description } = await failure(workflow.poll());
	expect(message).toContain('Not now');
	expect(description).toContain('Authentication');
	list.beforeAnswer = () => 200;
	expect(await workflow.poll()).toEqual([{ ...record(4), change: 'created' }]);
});

it.each<[number, object | undefined]>([
	[429, { cause: 'rate-limited', retryAfterMs: 600_000 }],
	[503, { cause: 'temporarily-unavailable', retryAfterMs: 600_000 }],
	[500, { cause: 'temporarily-unavailable', retryAfterMs: 600_000 }],
	[401, { cause: 'credential-invalid' }],
	[403, { cause: 'configuration-invalid' }],
	[404, undefined],
])('says to the poller of n8n what to make of status %i', async (status, expected) => {
	const workflow = polled({ options: { maxWait: 0 } });
	// Some servers limit their rate with 403, and say how long to wait.
	if (status !== 403) list.headers = { 'retry-after': '600' };
	list.beforeAnswer = () => status;
	const error: unknown = await workflow.activate().catch((thrown: unknown) => thrown);
	expect(error).toHaveProperty('failure', expected);
	// It would have the request, with its token.
	expect(inspect(error)).not.toContain('authorization');
});

it('says to it that a setting is wrong, which no other poll changes', async () => {
	const error: unknown = await polled({ source: 'dataset', dataset: '{}' })
		.activate()
		.catch((thrown: unknown) => thrown);
	expect(error).toHaveProperty('failure', { cause: 'configuration-invalid' });
});

it('an error keeps the workflow from being published', async () => {
	const { message, description } = await failure(polled({ recordKey: 'number' }).activate());
	expect(message).toBe('Record 1 of page 1 has no number, which is the Record Key.');
	expect(description).toContain('Set Record Key');
});

it('a list that takes longer than n8n gives a poll is an error that says what to do', async () => {
	const workflow = polled({}, 1);
	// The answer would come after the end of the poll only.
	list.beforeAnswer = async () => await new Promise<number>(() => {});
	const { message, description } = await failure(workflow.activate());
	expect(message).toContain('the time that n8n gives a poll');
	expect(description).toContain('Changed-At Field');
	expect(workflow.stored).not.toHaveProperty(['node:Paged HTTP Trigger', 'records']);
});

it('Max Pages before the end of the list is an error, as later records would never be seen', async () => {
	const { message } = await failure(polled({ options: { maxPages: 1 } }).activate());
	expect(message).toContain('Max Pages was reached. Raise it under Options');
});

it('a test run returns a few records and remembers nothing', async () => {
	list.records.push(record(4), record(5));
	const file = workflowOf(readsList(list));
	const result = await harness.engine.run(file);
	expect(result.error).toBeUndefined();
	expect(result.json(NODE)).toEqual([1, 2, 3].map((id) => ({ ...record(id), change: 'created' })));

	list.records = [];
	const empty = await harness.engine.run(file);
	expect(empty.error?.message).toBe('The API returned no records');
});

it('the records of a test run have a change that starts the workflow', async () => {
	const changesFor = async (events: string[]) => {
		const result = await harness.engine.run(workflowOf(readsList(list, { events })));
		return new Set(result.json(NODE).map(({ change }) => change));
	};
	expect(await changesFor(['updated'])).toEqual(new Set(['updated']));
	expect(await changesFor(['removed', 'created'])).toEqual(new Set(['created']));
	expect(await changesFor(['removed'])).toEqual(new Set(['removed']));
});

describe('when too many records are gone', () => {
	const GONE = '12 of 40 records are gone from the list, more than 20 percent.';

	it('what is new and changed starts the workflow, and the next poll says so', async () => {
		list = await startList(listeners, 40);
		const workflow = polled();
		await workflow.activate();
		list.records = list.records.slice(12);
		// Where records can move between pages, they have to be missing twice.
		expect(await workflow.poll()).toEqual([]);
		list.records[0] = record(13, 'Renamed');
		list.records.push(record(41));
		const warn = jest.spyOn(
			new WebhookNodes(harness.engine, harness.engine.packages).logger,
			'warn',
		);
		expect(await workflow.poll()).toEqual([
			{ ...record(13, 'Renamed'), change: 'updated' },
			{ ...record(41), change: 'created' },
		]);
		expect(warn).toHaveBeenCalledWith(expect.stringContaining('records are gone from the list'));
		// Also a list that always has changes has its error.
		list.records.push(record(42));
		expect((await failure(workflow.poll())).message).toContain('12 of 42 records are gone');
		expect(await workflow.poll()).toEqual([{ ...record(42), change: 'created' }]);
		const raised = polled({ options: { prefetch: 1, maxRemoved: 50 } });
		raised.stored = workflow.stored;
		expect(await raised.activate('update')).toHaveLength(12);
	});

	it('a poll that finds nothing else is an error', async () => {
		list = await startList(listeners, 40);
		const workflow = polled();
		await workflow.activate();
		list.records = list.records.slice(12);
		expect(await workflow.poll()).toEqual([]);
		const { message, description } = await failure(workflow.poll());
		expect(message).toContain(GONE);
		expect(description).toContain('raise Max Removed');
	});
});

describe('a list that has become empty', () => {
	it('is an error with Empty List: Stop, and removes all with Remove All', async () => {
		const workflow = polled();
		await workflow.activate();
		list.records = [];
		expect(await workflow.poll()).toEqual([]);
		const { message, description } = await failure(workflow.poll());
		expect(message).toContain('The list is empty, so 3 known records would be removed.');
		expect(description).toContain('Remove All');
		const removing = polled({ options: { prefetch: 1, emptyList: 'remove' } });
		removing.stored = workflow.stored;
		await removing.activate('update');
		const removed = [1, 2, 3].map((id) => ({ id, change: 'removed' }));
		expect(await removing.poll()).toEqual(removed);
	});

	it('is none where removed records do not start the workflow', async () => {
		const workflow = polled({ events: ['created'] });
		await workflow.activate();
		const { records } = list;
		list.records = [];
		for (let times = 0; times < 3; times++) expect(await workflow.poll()).toEqual([]);
		list.records = [...records, record(4)];
		expect(await workflow.poll()).toEqual([{ ...record(4), change: 'created' }]);
	});
});

describe('with a changed-at field', () => {
	const changedAt = {
		events: ['created', 'updated'],
		findChangesBy: 'changedAt',
		changedAtPath: 'updatedAt',
		changedAtParameter: 'since',
	};

	it('requests what has changed since the last poll, with the overlap', async () => {
		const workflow = polled(changedAt);
		expect(await workflow.activate()).toEqual([]);
		expect(list.asked.filter((url) => url.includes('since'))).toEqual([]);

		// The list was read over two pages, and is once more, in case a record has moved between them.
		expect(await workflow.poll()).toEqual([]);
		list.asked.length = 0;
		list.records.push(record(4, 'Late', 3), record(5));
		expect(await workflow.poll()).toEqual([
			{ ...record(4, 'Late', 3), change: 'changed' },
			{ ...record(5), change: 'changed' },
		]);
		expect(list.asked[0]).toBe('/items?since=2026-03-01T12%3A02%3A00Z&page=1');
		expect(list.asked.filter((url) => !url.includes('since'))).toEqual([]);
		expect(await workflow.poll()).toEqual([]);
	});

	it.each([
		{
			what: 'Paging Setup: Automatic',
			more: { source: 'automatic' },
			message: 'Changed-At Field cannot be used with Paging Setup: Automatic',
		},
		{
			what: 'removed records',
			more: { events: ['removed'] },
			message: 'Changed-At Field does not find removed records',
		},
		{
			what: 'only new records without Created-At Path',
			more: { events: ['created'] },
			message: 'Created-At Path is empty',
		},
		{
			what: 'a blank Changed-At Parameter',
			more: { changedAtParameter: ' ' },
			message: 'Changed-At Parameter is empty',
		},
		{
			what: 'a parameter of the same name in the URL',
			more: { url: 'http://localhost/items?since=last-week' },
			message:
				'since, which is the Changed-At Parameter, is already in the request. Its value "last-week" would be replaced.',
		},
	])('$what is an error before any request', async ({ more, message }) => {
		const shown = await failure(polled({ ...changedAt, ...more }).activate());
		expect(shown.message).toBe(message);
		expect(shown.description).not.toBe('');
		expect(list.asked).toEqual([]);
	});
});

it.each([[[]], ['']])('Trigger On %j is an error before any request', async (events) => {
	expect(await failure(polled({ events }).activate())).toEqual({
		message: 'Trigger On is empty',
		description: 'Select what starts the workflow.',
	});
	expect(list.asked).toEqual([]);
});

it('Paging Setup: Automatic needs a URL and a Record Key only, and finds the scheme once', async () => {
	const workflow = polled({ source: 'automatic', options: { prefetch: 1 } });
	expect(await workflow.activate()).toEqual([]);
	list.records.push(record(4));
	list.asked = [];
	expect(await workflow.poll()).toEqual([{ ...record(4), change: 'created' }]);
	expect(list.asked).toEqual([1, 2, 3].map((page) => `/items?page=${page}`));
	// What no longer fits is found again.
	list.body = { data: [...list.records, record(5)], hasMore: false };
	expect(await workflow.poll()).toEqual([{ ...record(5), change: 'created' }]);

	const other = polled({ source: 'automatic', url: `${list.url}?status=active` });
	other.stored = workflow.stored;
	list.body = undefined;
	list.asked = [];
	await other.activate('update');
	// With a scheme that was found, it would begin with page=1.
	expect(list.asked[0]).toBe('/items?status=active');
});

it('signs in with the GRC credential, and stores nothing of it in the workflow', async () => {
	const parameters = {
		events: ['created', 'updated', 'removed'],
		authentication: 'grcOAuth2Api',
		source: 'dataset',
		dataset: JSON.stringify({
			url: '/tprm-api/vendors/search',
			method: 'POST',
			property: 'vendors',
			body: {},
		}),
		recordKey: 'id',
	};
	const file = workflowOf(parameters);
	const [node] = file.nodes;
	if (node) node.credentials = { grcOAuth2Api: { id: 'grc', name: 'GRC' } };
	const workflow = new PollingWorkflow(harness.engine, file);
	expect(await workflow.activate()).toEqual([]);
	expect(JSON.stringify(workflow.stored)).not.toContain('Bearer');
});
