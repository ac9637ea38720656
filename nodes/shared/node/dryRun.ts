import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { countOf } from '../count';
import { toErrorJson } from '../service/errors';
import { ParameterColumn } from './parameterColumn';
import { toBoolean } from './parameters';
import type { FailedResult, OperationResult } from './types';

/**
 * Reads Dry Run of all items, before anything else can be wrong with them: on for one item is on for
 * all.
 *
 * @throws UserError when the value of an item is neither true nor false: it could mean either
 */
export function readDryRun(context: IExecuteFunctions): boolean {
	const values = new ParameterColumn(context, 'dryRun');
	const items = context.getInputData();
	return items.filter((_, index) => toBoolean(values.read(index), 'Dry Run', false)).length > 0;
}

/**
 * Makes a row of a plan out of everything that is wrong with the input: what it is, and what to do if
 * that is known. An error would stop the node and hide what the other items do.
 *
 * @param place what the row says first about the item
 * @returns a row for each item; a problem that belongs to no item has one row too
 */
export function problemRows(
	{ items, error }: FailedResult,
	place: (itemIndex?: number) => IDataObject = () => ({}),
): OperationResult[] {
	const { message, description } = toErrorJson(
		error instanceof Error ? error : new Error(String(error)),
	);
	const fix = description === undefined ? {} : { fix: description };
	return (items.length > 0 ? items.map((item) => [item]) : [[]]).map((itemOfRow) => {
		const [itemIndex] = itemOfRow;
		const number = itemIndex === undefined ? {} : { itemIndex };
		const json = { ...place(itemIndex), action: 'error', why: message, ...fix, ...number };
		return { items: itemOfRow, records: [{ json }] };
	});
}

/** In a long table, single rows are easily overlooked. */
export function addPlanHint(context: IExecuteFunctions, errors: number, warnings = 0): void {
	if (errors + warnings === 0) return;
	const counts = [
		...(errors > 0 ? [countOf(errors, 'error')] : []),
		...(warnings > 0 ? [countOf(warnings, 'warning')] : []),
	];
	const where = warnings > 0 ? 'the action "error" or a "warning"' : 'the action "error"';
	context.addExecutionHints({
		message: `The plan has ${counts.join(' and ')}: see the items with ${where}.`,
		type: 'warning',
		location: 'outputPane',
	});
}

/** The switch of operations that can show what they would write. */
export const dryRunProperty: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to only preview the changes. If this is on for one item, nothing is written for any item.',
};
