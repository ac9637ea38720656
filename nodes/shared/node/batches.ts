import type { IDataObject, UserError } from 'n8n-workflow';

import { errorText } from '../service/api/answers';
import { userError } from '../service/errors';

/**
 * Cuts a list into parts.
 *
 * @param most members per part, 1 or more; a fraction counts for nothing
 */
export function inBatches<T>(list: T[], most: number): T[][] {
	const size = Math.floor(most);
	const count = Math.ceil(list.length / size);
	return Array.from({ length: count }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** @returns the entries of a list by what several of them may have in common, in their order */
export function groupsOf<T, K>(list: Iterable<T>, keyOf: (entry: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const entry of list) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	return groups;
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
	const which = rangesOf(applied.map((batch) => batch + 1)).join(', ');
	const done = [
		'No batch was applied before it.',
		`Batch ${which} was applied.`,
		`Batches ${which} were applied.`,
	][Math.min(applied.length, 2)];
	return `To find the row at fault, set Batch Size under Options to 1. This was batch ${index + 1} of ${count} (${describeRows(items)}). ${done}`;
}

/**
 * @param items indexes, counted from 0
 * @returns as people count rows: `row 4`, or `rows 1 to 5, 10` with neighbors combined
 */
export function describeRows(items: number[]): string {
	const rows = rangesOf(items.map((item) => item + 1)).join(', ');
	return `${items.length === 1 ? 'row' : 'rows'} ${rows}`;
}

function rangesOf(numbers: number[]): string[] {
	const ranges: Array<[number, number]> = [];
	for (const number of [...numbers].sort((a, b) => a - b)) {
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
		`Check that the input is complete. Use Dry Run to see what would be changed, or raise ${label} under Options. Nothing was written.`,
	);
}
