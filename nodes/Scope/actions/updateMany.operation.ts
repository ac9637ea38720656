import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { batchNote } from '../../shared/execution/batches';
import { batchSizeOption, readBatchSize } from '../../shared/execution/batchSize';
import type { BatchEntry, Operation, OperationResult } from '../../shared/execution/operation';
import { forAllItems } from '../../shared/execution/operation';
import { requiredText } from '../../shared/execution/parameters';
import { optionsCollection } from '../../shared/execution/requestOptions';
import { scopeLocator } from '../../shared/scopes/scopeLocator';
import type { ScopeChange } from './bulkPatches';
import { findConflicts, groupPatches, patchScopes } from './bulkPatches';
import { readScopeChanges, updateFields } from './scopeChanges';

/** The specification gives no limit; a thousand ids are about 40 kB. */
const DEFAULT_BATCH_SIZE = 1000;

const properties: INodeProperties[] = [
	scopeLocator({
		displayName: 'Scope',
		name: 'scopeId',
		required: true,
		description:
			'Scope to change, usually an expression with the ID from each input item. Items with equal changes go out in one request.',
	}),
	updateFields,
	optionsCollection([batchSizeOption(DEFAULT_BATCH_SIZE, 'scopes')]),
];

/** Changes many scopes with few requests (scoped-controls, `PATCH /v1/scopes`). */
export const updateMany: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['scope'], operation: ['updateMany'] } },
		properties,
	),
	run: forAllItems<ScopeChange>({
		read: (context, itemIndex) => ({
			scopeId: requiredText(context, 'scopeId', 'Scope', itemIndex),
			patch: readScopeChanges(context, itemIndex),
		}),
		send: sendBulkPatches,
	}),
};

async function* sendBulkPatches(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<ScopeChange>>,
): AsyncGenerator<OperationResult> {
	const conflicts = findConflicts(entries);
	const inConflict = new Set(conflicts.flatMap(({ items }) => items));
	yield* conflicts;

	const agreed = entries.filter(({ itemIndex }) => !inConflict.has(itemIndex));
	const bulks = groupPatches(agreed, readBatchSize(context, DEFAULT_BATCH_SIZE));
	for (const [index, bulk] of bulks.entries()) {
		try {
			const updated = await patchScopes(context, bulk);
			for (const [scopeId, items] of bulk.scopes) {
				const json = updated.get(scopeId) ?? { id: scopeId, ...bulk.patch };
				for (const item of items) yield { items: [item], records: [{ json }] };
			}
		} catch (error) {
			const items = [...bulk.scopes.values()].flat();
			yield { items, error, note: batchNote(index, bulks.length, items) };
		}
	}
}
