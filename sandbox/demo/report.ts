import { styleText } from 'node:util';

import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { countOf } from '../../nodes/shared/basics/countOf';
import type { WorkflowFile, WorkflowResult } from '../engine/engine';
import type { LoggedRequest } from '../service/requestLog';

const MAX_ROWS = 6;
const MAX_COLUMNS = 5;
const MAX_WIDTH = 34;

/** Columns to show before all others, in this order. */
const PREFERRED_COLUMNS = [
	'path',
	'name',
	'controlIdentifier',
	'scopeName',
	'action',
	'status',
	'owner',
	'why',
	'depth',
	'scopes',
	'contractEnd',
	'daysLeft',
	'vendors',
	'names',
	'description',
];

/** @returns what a workflow did, for a person to read */
export function describeRun(
	title: string,
	workflow: WorkflowFile,
	result: WorkflowResult,
	requests: LoggedRequest[],
): string {
	const isDone = result.status === 'success';
	const mark = isDone ? styleText('green', '✔') : styleText('red', '✘');
	return [
		`${mark} ${styleText('bold', title)}`,
		...workflow.nodes
			.filter(({ type }) => type.startsWith('n8n-nodes-grc-tprm.'))
			.map(({ name }) => `   ${name.padEnd(28)} ${countOf(result.items(name).length, 'item')}`),
		...(isDone ? describeOutput(workflow, result) : [describeError(result)]),
		`   ${styleText('dim', describeRequests(requests))}`,
		'',
	].join('\n');
}

function describeError({ error }: WorkflowResult): string {
	const { message = 'The workflow stopped', description = '' } = (error ?? {}) as {
		message?: string;
		description?: string;
	};
	return `   ${styleText('red', message)}\n   ${description.replaceAll('\n', '\n   ')}`;
}

/** The items at the end of the workflow: those of the last node that ran, under its name. */
function describeOutput(workflow: WorkflowFile, result: WorkflowResult): string[] {
	const last = workflow.nodes.filter(({ name }) => result.items(name).length > 0).at(-1);
	return last ? [`   ${last.name}:`, describeItems(result.json(last.name))] : [];
}

function describeItems(items: IDataObject[]): string {
	const present = new Set(items.flatMap((item) => Object.keys(item)));
	const columns = PREFERRED_COLUMNS.filter((name) => present.has(name)).slice(0, MAX_COLUMNS);
	if (columns.length === 0) columns.push(...[...present].slice(0, MAX_COLUMNS));
	const colors = process.stdout.isTTY
		? { head: ['cyan'], border: ['gray'] }
		: { head: [], border: [] };
	const table = new Table({ head: columns, style: { ...colors, compact: true } });
	for (const item of items.slice(0, MAX_ROWS)) table.push(columns.map((name) => cell(item[name])));
	const more = items.length - MAX_ROWS;
	return indent(table.toString()) + (more > 0 ? `\n   … and ${countOf(more, 'more item')}` : '');
}

function cell(value: unknown): string {
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
	return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text;
}

function describeRequests(requests: LoggedRequest[]): string {
	const counts = new Map<string, number>();
	for (const { method, path } of requests) {
		const name = `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(vnd|doc)_\w+/g, '{id}')}`;
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const list = [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name));
	return `${countOf(requests.length, 'request')}: ${list.join(', ')}`;
}

function indent(text: string): string {
	return text.replace(/^/gm, '   ');
}
