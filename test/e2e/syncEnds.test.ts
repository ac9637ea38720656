import { publish } from '../../sandbox/server/activation';
import { request } from '../../sandbox/server/request';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary, WITHOUT_EDITOR } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import { Listeners } from '../helpers/listen';
import { readText } from '../helpers/readText';
import { listExecutions, readExecution, RUNNING } from './executions';
import { line } from './line';
import { READ, type SyncWorkflow, syncWorkflow } from './syncWorkflow';

/** What a workflow has besides its reader and its target. */
interface Variant {
	/** Code of a node between both. */
	code?: string;
	/** Query of a Merge by SQL between both, which has all records twice. */
	query?: string;
	settings?: object;
}

const VARIANTS: Record<string, Variant> = {
	plain: {},
	reads: { code: 'return $input.all();' },
	writes: {
		code: 'const data = $getWorkflowStaticData("global"); data.own = (data.own ?? 0) + 1; return $input.all();',
	},
	unsaved: { settings: { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' } },
	progress: { settings: { saveExecutionProgress: true } },
	timeout: { settings: { executionTimeout: 3 } },
	merged: { query: 'SELECT input2.id AS id FROM input1 JOIN input2 ON input1.id = input2.id' },
};

const idOf = (name: string) => `ends-${name}`;

/** What the target does with the records of a workflow. */
type Target = 'takes' | 'fails' | 'hangs';

/** IDs of the list. */
const list = [1, 2, 3];
const targets = new Map<string, Target>();
/** IDs that the target got, by workflow. */
const handed = new Map<string, number[]>();
const hanging = new Set<() => void>();
const listeners = new Listeners();
let instance: TemporaryInstance;

beforeAll(async () => {
	const url = await listeners.http((incoming, response) => {
		void readText(incoming).then((text) => {
			const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://sync');
			const [, name = '', path] = pathname.split('/');
			const answer = (status: number, body: object) =>
				response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(JSON.stringify(body));
			if (path === 'list') {
				const items = searchParams.get('page') === '1' ? list.map((id) => ({ id })) : [];
				return answer(200, { items });
			}
			const target = targets.get(name) ?? 'takes';
			const { record } = JSON.parse(text) as { record: { id: number } };
			handed.set(name, [...(handed.get(name) ?? []), record.id]);
			if (target === 'hangs') return hanging.add(() => answer(200, {}));
			return answer(target === 'fails' ? 503 : 200, {});
		});
	});
	const workflows = Object.entries(VARIANTS).map(([name, variant]) =>
		withVariant(syncWorkflow(idOf(name), `${url}/${name}`, false), variant),
	);
	instance = await startTemporary(line, workflows, { environment: WITHOUT_EDITOR });
	for (const name of Object.keys(VARIANTS)) await publish(instance, idOf(name));
});
afterAll(async () => {
	for (const answer of hanging) answer();
	await instance?.stop();
	listeners.close();
});

/** @returns a workflow that stops when its target fails, with what the variant adds */
function withVariant(workflow: SyncWorkflow, { code, query, settings }: Variant): SyncWorkflow {
	const nodes = workflow.nodes
		.filter(({ name }) => name !== 'After')
		.map((node) => (node.name === 'Hand On' ? { ...node, onError: 'stopWorkflow' } : node));
	const to = (node: string, index = 0) => ({ node, type: 'main', index });
	const connections = { ...workflow.connections };
	delete connections['Hand On'];
	const between = { id: `${workflow.id}-between`, name: 'Between', position: [330, 200] };
	if (code !== undefined) {
		nodes.push({
			...between,
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: code },
		});
		connections[READ] = { main: [[to('Between')]] };
		connections['Between'] = { main: [[to('Hand On')]] };
	}
	if (query !== undefined) {
		const parameters = { mode: 'combineBySql', query, options: {} };
		nodes.push({ ...between, type: 'n8n-nodes-base.merge', typeVersion: 3.2, parameters });
		connections[READ] = { main: [[to('Between'), to('Between', 1)]] };
		connections['Between'] = { main: [[to('Hand On')]] };
	}
	return { ...workflow, nodes, connections, settings: { ...workflow.settings, ...settings } };
}

async function begin(name: string): Promise<void> {
	await until(async () => {
		const answer = await request(`${instance.server.url}/webhook/${idOf(name)}`, {
			method: 'POST',
		});
		return { is: answer.ok, seen: answer.status };
	}, 'the webhook to be registered');
}

const isOver = async (name: string) => {
	const all = await listExecutions(instance.rest, idOf(name));
	return { is: !all.some(({ status }) => RUNNING.includes(status)), seen: all };
};

/** @returns what the target gets in one run */
async function run(name: string, target: Target = 'takes'): Promise<number[]> {
	targets.set(name, target);
	handed.set(name, []);
	await begin(name);
	let quiet = 0;
	// With nothing saved, an execution that has ended is not listed.
	await until(async () => {
		const { is, seen } = await isOver(name);
		quiet = is ? quiet + 1 : 0;
		return { is: quiet > 3, seen };
	}, `the run of ${name} to end`);
	return (handed.get(name) ?? []).sort();
}

const hintsOfLast = async (name: string) => {
	const all = await listExecutions(instance.rest, idOf(name));
	const last = all.find(({ status }) => status === 'success');
	const { data } = await readExecution(instance.rest, last?.id ?? '');
	return (data.resultData.runData[READ]?.[0]?.hints ?? []).map(({ message }) => message);
};

it.each(['plain', 'reads', 'unsaved', 'progress', 'merged'])(
	`a target that fails gets all again, and nothing twice: %s, on n8n ${line.version}`,
	async (name) => {
		expect(await run(name, 'fails')).toEqual([1, 2, 3]);
		expect(await run(name)).toEqual([1, 2, 3]);
		expect(await run(name)).toEqual([]);
	},
);

it('where Code stores data of its own, nothing is lost, and the next run says why all come again', async () => {
	expect(await run('writes', 'fails')).toEqual([1, 2, 3]);
	expect(await run('writes')).toEqual([1, 2, 3]);
	// Code of n8n 1.x runs in the same process, and replaces nothing.
	if (line.name === '1.x') return expect(await run('writes')).toEqual([]);
	expect(await run('writes')).toEqual([1, 2, 3]);
	const [hint] = await hintsOfLast('writes');
	expect(hint).toContain('a node such as Code changed the stored data');
});

it('a run that takes too long is followed by one that returns all', async () => {
	const first = run('timeout', 'hangs');
	expect(await first).toEqual([1, 2, 3]);
	expect(await run('timeout')).toEqual([1, 2, 3]);
	expect(await run('timeout')).toEqual([]);
});

it('a run that a person stops is followed by one that returns all, and one meanwhile ends at once', async () => {
	const name = 'plain';
	targets.set(name, 'hangs');
	handed.set(name, []);
	list.push(4);
	hanging.clear();
	await begin(name);
	await until(
		async () => ({ is: hanging.size > 0, seen: hanging.size }),
		'the target to be called',
	);
	await begin(name);
	await until(async () => {
		const all = await listExecutions(instance.rest, idOf(name));
		return { is: all.filter(({ status }) => RUNNING.includes(status)).length === 1, seen: all };
	}, 'the second run to end');
	expect((await hintsOfLast(name))[0]).toMatch(/^Nothing was read: execution \d+ of this workflow/);
	const running = (await isOver(name)).seen.find(({ status }) => RUNNING.includes(status));
	await instance.rest.call('POST', `/rest/executions/${running?.id}/stop`);
	expect(await run(name)).toEqual([4]);
	expect(await run(name)).toEqual([]);
});
