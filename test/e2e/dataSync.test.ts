import { publish } from '../../sandbox/server/activation';
import { request } from '../../sandbox/server/request';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary, WITHOUT_EDITOR } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import { Listeners } from '../helpers/listen';
import { seeded } from '../helpers/seeded';
import { ChangingTarget } from './changingTarget';
import { listExecutions, RUNNING } from './executions';
import { line } from './line';
import { syncWorkflow } from './syncWorkflow';

/** Each kill takes the time that n8n needs to start again. */
const KILLS = Number(process.env['SYNC_KILLS'] ?? 2);
const RUNS = Number(process.env['SYNC_RUNS'] ?? 1);
const SEED = Number(process.env['SYNC_SEED'] ?? 1);

/** Records are marked by Confirm, or when the run succeeds. */
const WAYS = { 'e2e-confirm': true, 'e2e-succeeds': false };

/** For each start of n8n and each run. */
const SOME_MINUTES = 5 * 60_000;

const listeners = new Listeners();
/** Of the workflow that is tried. */
let target: ChangingTarget;
const random = seeded(SEED);
let workflowId: string;
let instance: TemporaryInstance;

beforeAll(async () => {
	const url = await listeners.http((request, response) => void target.answer(request, response));
	const workflows = Object.entries(WAYS).map(([id, isConfirmed]) =>
		syncWorkflow(id, url, isConfirmed),
	);
	instance = await startTemporary(line, workflows, { environment: WITHOUT_EDITOR });
	for (const id of Object.keys(WAYS)) await publish(instance, id);
});
afterAll(async () => {
	await instance?.stop();
	listeners.close();
});

/** Starts the workflow, once n8n accepts the request. */
async function begin(): Promise<void> {
	await until(async () => {
		const answer = await request(`${instance.server.url}/webhook/${workflowId}`, {
			method: 'POST',
		});
		return { is: answer.ok, seen: answer.status };
	}, 'the webhook to be registered');
}

/** @returns the ids of the executions that ended well, once none is in progress */
async function succeeded(): Promise<Set<string>> {
	const all = await until(async () => {
		const seen = await listExecutions(instance.rest, workflowId);
		return { is: !seen.some(({ status }) => RUNNING.includes(status)), seen };
	}, 'the runs to end');
	return new Set(all.filter(({ status }) => status === 'success').map(({ id }) => String(id)));
}

/**
 * Runs the workflow.
 *
 * @param killAt the request at which n8n is killed, from 1; none if there are fewer
 * @returns whether it was killed
 */
async function run(killAt = Infinity): Promise<boolean> {
	let requests = 0;
	let kill: Promise<void> | undefined;
	target.onRequest = () => {
		if (++requests === killAt) kill = instance.server.kill();
	};
	const before = (await succeeded()).size;
	await begin();
	await until(async () => {
		const is = kill !== undefined || (await succeeded()).size > before;
		return { is, seen: requests };
	}, 'the run to end or to be killed').catch((error: unknown) => {
		// A list that is asked for after n8n was killed.
		if (!kill) throw error;
	});
	if (!kill) return false;
	await kill;
	await instance.server.start();
	await instance.rest.enter();
	return true;
}

it.each(Object.keys(WAYS))(
	`%s loses nothing on n8n ${line.version}, killed ${KILLS} times in ${RUNS} runs`,
	async (id) => {
		workflowId = id;
		target = new ChangingTarget(random);
		let killed = 0;
		for (let index = 1; index <= RUNS; index++) {
			for (const most = Math.round((index * KILLS) / RUNS); killed < most;) {
				target.change();
				const pages = Math.ceil(target.list.length / 4) + 1;
				// Reading, handing on about six records, what follows Confirm.
				if (await run(1 + target.below(pages + 7))) killed++;
			}
			target.change();
			await run();
			process.stderr.write(`${index} of ${RUNS} runs, ${killed} kills\n`);
		}
		target.change();
		target.isStill = true;
		// A list by page numbers has to lack a record twice.
		await run();
		await run();
		const done = await succeeded();
		const confirmed = new Map<string, string>();
		const twice: string[] = [];
		for (const { id, version, change, run: execution, isTaken } of target.handed) {
			const what = `${change === 'removed' ? 'removed' : version}`;
			if (confirmed.get(id) === what) twice.push(`${id} ${what}`);
			if (isTaken && done.has(String(execution))) confirmed.set(id, what);
		}
		const last = new Map(
			target.handed.map(({ id, version, change }) => [id, change === 'removed' ? 0 : version]),
		);
		const lost = target.list.filter(({ id, version }) => last.get(id) !== version);
		const present = new Set(target.list.map(({ id }) => id));
		const left = [...confirmed].filter(([id, what]) => !present.has(id) && what !== 'removed');
		process.stdout.write(
			`${killed} kills, ${done.size} runs to the end, ${target.handed.length} records handed on, ${target.handed.filter(({ isTaken }) => !isTaken).length} of them refused, ${target.list.length} in the list\n`,
		);
		expect({ lost, twice, left }).toEqual({ lost: [], twice: [], left: [] });
		expect(killed).toBe(KILLS);
	},
	(KILLS + RUNS + 5) * SOME_MINUTES,
);
