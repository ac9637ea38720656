import { loadavg } from 'node:os';

import Table from 'cli-table3';

import { publish } from '../../sandbox/server/activation';
import { CURRENT } from '../../sandbox/server/lines';
import { freePorts } from '../../sandbox/server/ports';
import { startGuard } from '../../sandbox/server/queue/guard';
import type { Database } from '../../sandbox/server/queue/postgres';
import { databaseSettings, startPostgres } from '../../sandbox/server/queue/postgres';
import { findPostgres } from '../../sandbox/server/queue/programs';
import { runsInProgress } from '../../sandbox/server/queue/recordedRuns';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import type { Rate } from '../queue/load';
import { measureRate } from '../queue/load';
import { IS_TRY, ROUNDS, round } from '../support/compare';
import type { Ratio } from '../support/results';
import { conclude } from '../support/results';
import type { Shares } from './profile';
import { profile, PROFILE_OPTIONS } from './profile';
import type { Target } from './targets';
import {
	BY_HAND,
	CREDENTIALS,
	enter,
	OURS,
	OURS_REPEATED,
	SIGNING_SECRET,
	TARGETS,
	WEBHOOK,
} from './targets';

/** Per target and round. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? (IS_TRY ? '1' : '10'));
const CONNECTIONS = 8;
const ENGINES = (process.env['BENCH_ENGINES'] ?? (IS_TRY ? 'legacy' : 'vm,legacy')).split(',');

const ENDED_WITHIN_MS = 30 * 60_000;

type Kind = 'genuine' | 'forged';

interface Row {
	engine: string;
	target: string;
	kind: Kind;
	/** The median of the rounds. */
	perSecond: number;
	p50: number;
	p99: number;
	failed: number;
	/** Rate in parts of that of n8n's Webhook. */
	ofWebhook: number;
}

/**
 * `npm run bench -- triggers`: TPRM Trigger on the real n8n beside its Webhook, a check built of its nodes, and its
 * verifying triggers.
 */
async function main(): Promise<void> {
	const loadBefore = loadavg()[0] ?? 0;
	const rows: Row[] = [];
	const profiles: Record<string, Shares> = {};
	for (const engine of ENGINES) {
		const { measured, shares } = await withN8n(engine, measure);
		rows.push(...measured);
		profiles[engine] = shares;
	}
	const figures = {
		n8n: CURRENT.version,
		seconds: SECONDS * ROUNDS,
		loadBefore,
		rows,
		profiles,
	};
	print(rows, profiles);
	conclude('triggers', figures, ratiosOf(rows, profiles));
}

function ratiosOf(rows: Row[], profiles: Record<string, Shares>): Ratio[] {
	return ENGINES.flatMap((engine): Ratio[] => {
		const rate = (target: string, kind: Kind = 'genuine') =>
			rows.find((row) => row.engine === engine && row.target === target && row.kind === kind)
				?.perSecond ?? NaN;
		const ours = rate(OURS);
		const repeated = rate(OURS_REPEATED);
		const verifying = TARGETS.filter(({ node }) => node !== undefined).map(({ name }) =>
			rate(name),
		);
		return [
			{
				what: `${engine}: genuine, of Webhook`,
				value: round(ours / rate(WEBHOOK)),
				...(engine === 'legacy' && { atLeast: 0.9 }),
			},
			{
				what: `${engine}: genuine, of n8n's fastest trigger that verifies`,
				value: round(ours / Math.max(...verifying)),
				atLeast: 0.95,
			},
			{
				what: `${engine}: genuine, without Deduplicate, of Webhook`,
				value: round(repeated / rate(WEBHOOK)),
			},
			{
				what: `${engine}: genuine, without Deduplicate, of n8n's fastest trigger that verifies`,
				value: round(repeated / Math.max(...verifying)),
				atLeast: 0.95,
			},
			{
				what: `${engine}: genuine, of Webhook, Crypto, and If`,
				value: round(ours / rate(BY_HAND)),
			},
			{
				what: `${engine}: forged, of Webhook, Crypto, and If`,
				value: round(rate(OURS, 'forged') / rate(BY_HAND, 'forged')),
			},
			{
				what: `${engine}: forged, of genuine`,
				value: round(rate(OURS, 'forged') / ours),
				atLeast: 1,
			},
			{
				what: `${engine}: % of the busy time in this package`,
				value: round(100 * (profiles[engine]?.package ?? NaN)),
				atMost: 5,
			},
		];
	});
}

/** An n8n in one process, on PostgreSQL: what {@link enter} enters has to be there in time. */
async function withN8n<T>(
	engine: string,
	work: (instance: TemporaryInstance, database: Database, engine: string) => Promise<T>,
): Promise<T> {
	const guard = startGuard();
	let instance: TemporaryInstance | undefined;
	let database: Database | undefined;
	try {
		const [port = 0] = await freePorts(1);
		database = await startPostgres(findPostgres(), port, guard);
		const workflows = TARGETS.map(({ workflow }) => workflow);
		instance = await startTemporary(CURRENT, workflows, {
			credential: { webhookSigningSecret: SIGNING_SECRET },
			credentials: CREDENTIALS,
			nodeOptions: PROFILE_OPTIONS,
			environment: {
				N8N_EXPRESSION_ENGINE: engine,
				// Seconds; it would have the services of the entered triggers register them.
				N8N_WORKFLOW_PUBLICATION_RECONCILE_INTERVAL_SECONDS: '86400',
				...databaseSettings(database),
			},
		});
		for (const target of TARGETS) {
			if (target.node === undefined) await publish(instance, target.id);
			else await enter(database, target);
			await ready(instance, target);
		}
		return await work(instance, database, engine);
	} finally {
		await instance?.stop();
		await database?.program.stop();
		await guard.close();
	}
}

const urlOf = ({ server }: TemporaryInstance, { path: below }: Target) =>
	`${server.url}/webhook/${below}`;

/** n8n responds before its webhooks are registered. */
async function ready(instance: TemporaryInstance, target: Target): Promise<void> {
	await until(async () => {
		const { body, headers } = target.genuine();
		const answer = await fetch(urlOf(instance, target), { method: 'POST', body, headers });
		return { is: answer.ok, seen: `${answer.status} ${await answer.text()}` };
	}, `${target.name} to take requests`);
}

async function measure(instance: TemporaryInstance, database: Database, engine: string) {
	const rates = new Map<Target, Record<Kind, Rate[]>>();
	for (const target of TARGETS) rates.set(target, { genuine: [], forged: [] });
	// They take turns, so that a busy moment of the machine hits all of them; the first round is the warm-up.
	for (let round = 0; round <= ROUNDS; round++) {
		for (const [target, found] of rates) {
			for (const [kind, expected] of [
				['genuine', 200],
				['forged', 401],
			] as const) {
				const make = target[kind];
				if (!make) continue;
				const url = urlOf(instance, target);
				const rate = await measureRate([url], make, CONNECTIONS, SECONDS, expected);
				if (round > 0) found[kind].push(rate);
				await drained(database);
			}
		}
		console.log(`${engine}: round ${round} of ${ROUNDS}`);
	}
	const ours = TARGETS.find(({ name }) => name === OURS);
	const url = ours && urlOf(instance, ours);
	const shares = await profile(instance.server, async () => {
		if (ours && url) await measureRate([url], ours.genuine, CONNECTIONS, SECONDS);
	});
	await drained(database);
	return { measured: toRows(engine, rates), shares };
}

/** The executions of one target must not slow down the next one. */
async function drained(database: Database): Promise<void> {
	await until(
		async () => {
			const seen = await runsInProgress(
				database,
				TARGETS.map(({ id }) => id),
			);
			return { is: seen === 0, seen };
		},
		'the executions to end',
		ENDED_WITHIN_MS,
	);
}

function toRows(engine: string, rates: Map<Target, Record<Kind, Rate[]>>): Row[] {
	const middle = (values: number[]) =>
		[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
	const [webhook] = [...rates.values()];
	const base = middle((webhook?.genuine ?? []).map(({ perSecond }) => perSecond));
	return [...rates].flatMap(([{ name }, kinds]) =>
		Object.entries(kinds)
			.filter(([, found]) => found.length > 0)
			.map(([kind, found]): Row => {
				const perSecond = middle(found.map((rate) => rate.perSecond));
				return {
					...{ engine, target: name, kind: kind as Kind, perSecond },
					p50: middle(found.map((rate) => rate.p50)),
					p99: middle(found.map((rate) => rate.p99)),
					failed: found.reduce((sum, { failed }) => sum + failed, 0),
					ofWebhook: perSecond / base,
				};
			}),
	);
}

function print(rows: Row[], profiles: Record<string, Shares>): void {
	const head = [
		'Engine',
		'Target',
		'Kind',
		'Per second',
		'p50 ms',
		'p99 ms',
		'Failed',
		'Of Webhook',
	];
	const table = new Table({ head, style: { head: [], border: [] } });
	for (const row of rows) {
		const numbers = [row.perSecond, row.p50, row.p99].map((value) => value.toFixed(0));
		table.push([
			row.engine,
			row.target,
			row.kind,
			...numbers,
			row.failed,
			row.ofWebhook.toFixed(2),
		]);
	}
	console.log(table.toString());
	for (const [engine, shares] of Object.entries(profiles)) {
		const top = shares.functions.map(({ name, share }) => `${name} ${percent(share)}`).join(', ');
		console.log(`${engine}: ${percent(shares.package)} of the busy time in this package: ${top}`);
	}
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

main().catch((error: Error) => {
	console.error(error);
	process.exitCode = 1;
});
