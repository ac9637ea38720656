import type { IExecuteFunctions } from 'n8n-workflow';

import { dryRunProperty, runOrPreview } from '../../../shared/node/dryRun';
import {
	batchSizeOption,
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/fields';
import { InputItem } from '../../../shared/node/inputItem';
import { numberOf } from '../../../shared/node/parameters';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { scopeField } from '../../../shared/node/properties/locators';
import type { ScopeChange } from './bulkPatches';
import { findConflicts, groupPatches, previewScopeChange, sendBulkPatches } from './bulkPatches';
import { readScopeChange, updateFields } from './update.operation';

/** The specification gives no limit; a thousand ids are about 40 kB. */
export const batchSize = batchSizeOption(1000, 'scopes');

/** Changes many scopes with few requests (scoped-controls, `PATCH /v1/scopes`). */
export const updateMany: Operation = {
	properties: [
		scopeField(
			'Scope to update, usually an expression with the ID from each input item. Items with the same changes are sent in one request.',
		),
		updateFields,
		dryRunProperty,
		optionsCollection([batchSize, concurrentRequestsOption]),
	],
	run: runOrPreview((context, itemCount, isDryRun) =>
		forAllItems({
			read: readScopeChange,
			send: async function* (_context, entries) {
				const most = numberOf(new InputItem(context, 0).options, batchSize);
				const conflicts = findConflicts(entries);
				const inConflict = new Set(conflicts.flatMap(({ items }) => items));
				yield* conflicts;

				const agreed = entries.filter(({ itemIndex }) => !inConflict.has(itemIndex));
				if (isDryRun) return yield* previewAll(context, agreed);
				const bulks = groupPatches(agreed, most);
				for await (const result of sendBulkPatches(context, bulks)) {
					// Each item with the same scope gets it.
					if ('error' in result) yield result;
					else for (const item of result.items) yield { ...result, items: [item] };
				}
			},
		})(context, itemCount),
	),
};

async function* previewAll(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<ScopeChange>>,
): AsyncGenerator<OperationResult> {
	for (const { itemIndex, input } of entries) {
		const items = [itemIndex];
		try {
			const json = await previewScopeChange(input, new InputItem(context, itemIndex));
			yield { items, records: [{ json }] };
		} catch (error) {
			yield { items, error };
		}
	}
}
