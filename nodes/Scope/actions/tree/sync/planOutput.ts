import type { IDataObject } from 'n8n-workflow';

import type { OperationResult } from '../../../../shared/node/operation';
import { type ExistingScope, pathText } from './existingScopes';
import type { Step, SyncPlan } from './syncPlan';

/** The change that archives a scope. */
export const ARCHIVE_PATCH = { status: 'archived' };

/** @returns the output of a scope that is, or would be, archived */
export function archivedOutput(
	{ names, record }: ExistingScope,
	after: IDataObject = { ...record, ...ARCHIVE_PATCH },
): OperationResult {
	return outputOf(names, { action: 'archived', why: 'not in the input' }, [], after);
}

/**
 * @param record the scope as it is after the run; by default as an existing one is going to be
 * @returns the output of a scope of the table
 */
export function stepOutput(
	{ level: { scope, names }, itemIndex, action, why, warning, fields }: Step,
	record: IDataObject = { ...scope?.record, ...fields },
): OperationResult {
	return outputOf(names, { action, why, ...(warning && { warning }) }, [itemIndex], record);
}

function outputOf(
	names: string[],
	end: IDataObject,
	items: number[],
	record: IDataObject,
): OperationResult {
	// First, since a table shows the first columns, and last, since the record may not replace it.
	const summary = { path: pathText(names), ...end };
	return { items, records: [{ json: { ...summary, ...record, ...summary } }] };
}

/**
 * Returns what a plan would do, and sends nothing.
 *
 * @param archived the scopes that would be archived
 */
export function* previewPlan(
	{ steps }: SyncPlan,
	archived: ExistingScope[],
): Generator<OperationResult> {
	for (const step of steps) {
		const isNew = step.action === 'created';
		yield stepOutput(
			step,
			isNew ? { id: null, pathNames: step.level.names, ...step.fields } : undefined,
		);
	}
	for (const scope of archived) yield archivedOutput(scope);
}
