import { styleText } from 'node:util';

import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { countOf } from '../../nodes/shared/basics/countOf';
import type { WorkflowFile, WorkflowResult } from '../engine/engine';
import type { LoggedRequest } from '../service/requestLog';

const MAX_ROWS = 6;
const MAX_COLUMNS = 5;
const MAX_WIDTH = 32;
const MAX_TABLE_WIDTH = 120;
/** Of a cell: a line, and a blank on both sides. */
const BORDER_WIDTH = 3;
const MAX_WARNINGS = 2;

/** Columns to show before all others, in this order. */
const PREFERRED_COLUMNS = [
	'action',
	'why',
	'path',
	'name',
	'controlIdentifier',
	'scopeName',
	'changes',
	'status',
	'owner',
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

/**
 * What the workflow wrote: the last items that say so, under the name of their node. A mail or a file that comes
 * after them says less. Without any, the last items that have fields.
 */
function describeOutput(workflow: WorkflowFile, result: WorkflowResult): string[] {
	const outputs = workflow.nodes
		.map(({ name }) => ({ name, items: result.json(name) }))
		.filter(({ items }) => columnsOf(items).length > 0);
	const written = outputs.filter(({ items }) => items.some(({ action }) => action !== undefined));
	const last = written.at(-1) ?? outputs.at(-1);
	return last ? [`   ${last.name}:`, describeItems(last.items)] : [];
}

function describeItems(items: IDataObject[]): string {
	// Of a large organization, hardly anything changes.
	const changedFirst = items.toSorted((a, b) => Number(isUnchanged(a)) - Number(isUnchanged(b)));
	const shown = changedFirst.slice(0, MAX_ROWS);
	const columns = columnsOf(shown);
	const colors = process.stdout.isTTY
		? { head: ['cyan'], border: ['gray'] }
		: { head: [], border: [] };
	const table = new Table({ head: columns, style: { ...colors, compact: true } });
	for (const item of shown) table.push(columns.map((name) => cell(name, item[name])));
	const more = items.length - MAX_ROWS;
	return [
		indent(table.toString()),
		...(more > 0 ? [`   … and ${countOf(more, 'more item')}`] : []),
		...describeWarnings(items),
	].join('\n');
}

/** The warnings of all items, as a cell would cut them. */
function describeWarnings(items: IDataObject[]): string[] {
	const counts = new Map<string, number>();
	for (const { warning } of items)
		if (typeof warning === 'string' && warning !== '')
			counts.set(warning, (counts.get(warning) ?? 0) + 1);
	const texts = [...counts].map(
		([warning, count]) =>
			`   ${styleText('yellow', `Warning of ${countOf(count, 'item')}:`)} ${warning.replaceAll('\n', ' ')}`,
	);
	const more = texts.length - MAX_WARNINGS;
	return [
		...texts.slice(0, MAX_WARNINGS),
		...(more > 0 ? [`   … and ${countOf(more, 'more warning')}`] : []),
	];
}

function isUnchanged({ action }: IDataObject): boolean {
	return action === 'unchanged';
}

/** @returns the names of the fields to show of items: those that have a value, as many as a terminal has room for */
function columnsOf(items: IDataObject[]): string[] {
	const widths = new Map(
		[...new Set(items.flatMap((item) => Object.keys(item)))].map((name) => [
			name,
			Math.max(...items.map((item) => cell(name, item[name]).length)),
		]),
	);
	const present = [...widths.keys()].filter((name) => (widths.get(name) ?? 0) > 0);
	const preferred = PREFERRED_COLUMNS.filter(
		// A path ends with the name.
		(name) => present.includes(name) && !(name === 'name' && present.includes('path')),
	);
	const columns = (preferred.length > 0 ? preferred : present).slice(0, MAX_COLUMNS);
	let room = MAX_TABLE_WIDTH - 1;
	return columns.filter((name) => {
		room -= Math.max(name.length, widths.get(name) ?? 0) + BORDER_WIDTH;
		return room >= 0;
	});
}

function cell(column: string, content: unknown): string {
	const text = column === 'changes' ? describeChanges(content) : plain(content);
	return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text;
}

/** @returns `owner: user-5 → user-35` of `{ "owner": { "previous": "user-5", "current": "user-35" } }` */
function describeChanges(changes: unknown): string {
	return Object.entries((changes ?? {}) as Record<string, IDataObject>)
		.map(([field, { previous, current }]) => `${field}: ${value(previous)} → ${value(current)}`)
		.join(', ');
}

function value(part: unknown): string {
	if (!Array.isArray(part)) return plain(part) || 'empty';
	// Scopes: [{ "id": "…", "path": "EMEA / Finance" }]
	return (
		part
			.map((each: IDataObject | string) => plain((each as IDataObject).path ?? each))
			.join(', ') || 'none'
	);
}

function plain(part: unknown): string {
	return typeof part === 'object' && part !== null ? JSON.stringify(part) : String(part ?? '');
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
