import { existsSync, readFileSync } from 'node:fs';

import { table } from './text';

/** Written by `npm run bench -- triggers`. */
const RESULTS = 'bench/results/triggers.json';

const NONE = `An earlier measurement on n8n 2.41.1, compared with n8n's own Webhook node on the same machine:

${table(
	['`N8N_EXPRESSION_ENGINE`', 'Genuine deliveries per second', 'A forged request costs'],
	[
		['`vm` (default)', '0.4 of the rate of Webhook', '1.6 times as much as one to Webhook'],
		['`legacy`', '0.93 of the rate of Webhook', 'A third of one to Webhook'],
	],
)}`;

interface Row {
	engine: string;
	target: string;
	kind: string;
	perSecond: number;
	p50: number;
	p99: number;
	ofWebhook: number;
}

interface Results {
	machine: { cores: number; load: number };
	figures: {
		n8n: string;
		seconds: number;
		loadBefore: number;
		rows: Row[];
		profiles: Record<string, { package: number }>;
	};
}

/** @returns how fast TPRM Trigger and n8n's own triggers respond, per engine for expressions */
export function triggerTables(): string {
	if (!existsSync(RESULTS)) return NONE;
	const { machine, figures } = JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
	const { n8n, seconds, loadBefore, rows, profiles } = figures;
	const shares = Object.entries(profiles)
		.map(([engine, share]) => `${(100 * share.package).toFixed(1)} % with \`${engine}\``)
		.join(', ');
	const conditions = [
		`n8n ${n8n} in one process with PostgreSQL, and the load itself, on ${machine.cores} cores:`,
		`requests of 1 kB over 8 connections, ${seconds} s each, taking turns.`,
		`The load average was ${loadBefore.toFixed(1)} before and ${machine.load.toFixed(1)} after the run.`,
		`Of its busy time, n8n spent in the code of this package: ${shares}.`,
	];
	return [
		conditions.join(' '),
		table(
			['`N8N_EXPRESSION_ENGINE`', 'Trigger', 'Requests', 'Per second', 'Of Webhook', 'p50', 'p99'],
			rows.map(({ engine, target, kind, perSecond, ofWebhook, p50, p99 }) => [
				`\`${engine}\``,
				target,
				kind,
				String(Math.round(perSecond)),
				ofWebhook.toFixed(2),
				`${Math.round(p50)} ms`,
				`${Math.round(p99)} ms`,
			]),
		),
	].join('\n\n');
}
