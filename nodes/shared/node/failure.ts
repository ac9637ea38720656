import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
	UserError,
} from 'n8n-workflow';

import { countOf, groupsOf, memberOf, shorten } from '../basics/values';
import { showHints } from '../n8n/shown';
import { userError } from '../n8n/shownErrors';
import { textsOf, toErrorJson } from '../service/errors';
import type { FailedResult } from './operation';
import { errorText } from '../service/api/answers';

/** An output item and the first input item it came from. */
export interface OrderedItem {
	order: number;
	item: INodeExecutionData;
}

/** One item per input item that failed, or a single one when the error belongs to none of them. */
export function failedItems(
	{ items, note, source }: FailedResult,
	error: NodeApiError | NodeOperationError,
	itemCount: number,
): OrderedItem[] {
	const texts = { ...toErrorJson(error), ...(note && { note }) };
	if (items.length === 0)
		return [{ order: Infinity, item: { json: { error: texts }, pairedItem: [] } }];
	// Inside the error: n8n takes an item with other fields beside it for a successful one.
	return items.map((item) => ({
		order: item,
		item: {
			json: { error: { ...texts, ...(itemCount > 1 && { row: item + 1 }), ...source?.(item) } },
			pairedItem: { item },
		},
	}));
}

/** @returns which row an error is about, unless its message or a note says so; n8n's editor counts items from 0 */
export function rowNote({ items, note }: FailedResult, message: string, itemCount: number) {
	const [item, ...others] = items;
	if (item === undefined || others.length > 0 || itemCount < 2) return undefined;
	if (/\brows? \d/.test(message + (note ?? ''))) return undefined;
	return `This is row ${item + 1} of ${itemCount}.`;
}

/**
 * A node that stops returns nothing, but what was done is not undone: say so.
 *
 * @param done indexes of the items that were processed, counted from 0
 */
export function progressNote(done: number[], itemCount: number): string | undefined {
	if (done.length === 0) return undefined;
	const count = `${done.length} of ${countOf(itemCount, 'item')} ${done.length === 1 ? 'was' : 'were'}`;
	return `${count} processed (${describeRows(done, Infinity)}). If processing them again would create duplicates, remove them before you run the node again. To get their results, set On Error under Settings to Continue.`;
}

/** Max different errors of other items in a message, and ranges of rows; the others are only counted. */
const MAX_OTHERS = 5;
const MAX_RANGES = 10;

/**
 * @param first the error that is shown
 * @returns what else failed at the same time, a line for each different error
 */
export function othersNotes(first: unknown, others: FailedResult[] = []): string[] {
	const textOf = (error: unknown) => {
		const { message, description } = textsOf(error);
		return `${message.replace(/\.$/, '')}. ${description.slice(0, 1).join('')}`;
	};
	const groups = [...groupsOf(others, ({ error }) => textOf(error))];
	const notes = groups.slice(0, MAX_OTHERS).map(([text, alike]) => {
		const items = alike.flatMap((other) => other.items);
		const which = items.length > 0 ? describeRows(items) : countOf(alike.length, 'other request');
		const why = text === textOf(first) ? 'for the same reason.' : `too: ${text}`;
		return `${which.charAt(0).toUpperCase()}${which.slice(1)} failed ${why}`;
	});
	const more = groups.slice(MAX_OTHERS).flatMap(([, alike]) => alike).length;
	if (more > 0) notes.push(`${countOf(more, 'other item')} failed too.`);
	return notes;
}

/** Characters of an old value that are shown. */
const MOST_OF_OLD = 60;

/** @returns which fields of a record change, in words, with their values before it */
export function whatChanges(before: IDataObject, fields: string[]): string {
	return fields
		.map((field) => {
			const old = shorten(String(memberOf(before, field) ?? ''), MOST_OF_OLD);
			return `${field} changed, was ${old === '' ? 'empty' : `"${old}"`}`;
		})
		.join('; ');
}

/** Hints that a run has, since every item may have a reason for one. */
const shown = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a warning above the node's output, once per run. */
export function addWarning(context: IExecuteFunctions, message: string): void {
	const messages = shown.get(context) ?? new Set();
	if (messages.has(message)) return;
	shown.set(context, messages.add(message));
	showHints(context, [message, 'warning']);
}

/**
 * Describes which of several requests failed, for which items, and what was applied.
 *
 * @param index of the failed batch, counted from 0
 * @param applied indexes of the batches that were applied
 */
export function batchNote(
	index: number,
	count: number,
	items: number[],
	applied: number[],
): string {
	const advice =
		items.length > 1 ? 'To find the row at fault, set Batch Size under Options to 1. ' : '';
	return `${advice}This was batch ${index + 1} of ${count} (${describeRows(items, Infinity)}). Batches applied: ${rangesOf(applied).join(', ') || 'none'}.`;
}

/**
 * @param items indexes, counted from 0
 * @param most ranges at most; for a longer list, the rest is not listed
 * @returns as people count rows: `row 4`, or `rows 1 to 5, 10` with neighbors combined
 */
export function describeRows(items: number[], most = MAX_RANGES): string {
	const ranges = rangesOf(items);
	const rows = ranges.slice(0, most).join(', ');
	const more = ranges.length > most ? ', and others' : '';
	return `${items.length === 1 ? 'row' : 'rows'} ${rows}${more}`;
}

/** @returns indexes as people count, from 1, with neighbors combined */
function rangesOf(indexes: number[]): string[] {
	const ranges: Array<[number, number]> = [];
	for (const number of indexes.map((index) => index + 1).sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && number <= last[1] + 1) last[1] = number;
		else ranges.push([number, number]);
	}
	return ranges.map(([from, to]) => {
		if (from === to) return `${from}`;
		return to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`;
	});
}

/**
 * @param message what was not done
 * @param error what the service reports about it in the answer to a bulk request
 */
export function refused(message: string, error: IDataObject): UserError {
	const text = errorText(error);
	return userError(
		text === '' ? message : `${message}: ${text}`,
		'Correct what the service reports, and run the node again. The rest of the request is not affected.',
	);
}

/**
 * @param message what the answer to a bulk request neither shows nor reports an error about
 * @param errors of the answer, which name something else or nothing
 */
export function notConfirmed(message: string, errors: IDataObject[]): UserError {
	const texts = [...new Set(errors.map(errorText))].filter(Boolean).slice(0, MAX_TEXTS);
	const others =
		texts.length > 0
			? ` The response does not show it, and these errors do not name it: ${texts.join('; ')}`
			: ' The response does not show it.';
	return userError(
		message,
		`Check it in the service, or run the node again: sending it twice does no harm.${others}`,
	);
}

const MAX_TEXTS = 3;

/**
 * @param message how much would be done, and what the limit is
 * @param label of the option with the limit
 */
export function overLimit(message: string, label: string): UserError {
	return userError(
		message,
		`Check that the input is complete. A dry run shows what would be changed. To allow it, raise ${label} under Options. Nothing was written.`,
	);
}
