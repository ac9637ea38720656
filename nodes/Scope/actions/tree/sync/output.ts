import type { IDataObject } from 'n8n-workflow';

import type { OperationResult } from '../../../../shared/node/types';
import { pathText } from './names';
import type { SyncPlan } from './plan';

/** What a run does with one scope, as shown in its output item; `error` in a dry run only. */
type Action = 'created' | 'updated' | 'unchanged' | 'archived' | 'error';

/** Why a scope is archived. */
export const NOT_IN_INPUT = 'not in the input';

/** The change that archives a scope. */
export const ARCHIVED = { status: 'archived' };

/** @returns the outputs of the scopes that are as they should be */
export function* unchangedItems({ unchanged }: SyncPlan): Generator<OperationResult> {
	for (const { itemIndex, scope, names } of unchanged) {
		yield outputOf('unchanged', 'already up to date', names, [itemIndex], scope.record);
	}
}

/**
 * @param items indexes of the input items that it comes from, counted from 0
 * @param record the scope as it is after the run
 */
export function outputOf(
	action: Action,
	why: string,
	names: string[],
	items: number[],
	record: IDataObject,
): OperationResult {
	// First, since a table shows the first columns, and last, since the record may not replace it.
	const summary = { path: pathText(names), action, why };
	return { items, records: [{ json: { ...summary, ...record, ...summary } }] };
}
