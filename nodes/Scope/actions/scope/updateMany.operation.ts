import {
	batchSizeOption,
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { InputItem } from '../../../shared/node/inputItem';
import type { Operation } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { scopeField } from '../../../shared/node/properties/scopeLocator';
import type { ScopeChange } from './bulkPatches';
import { findConflicts, groupPatches, sendBulkPatches } from './bulkPatches';
import { readScopeChange, updateFields } from './update.operation';

/** The specification gives no limit; a thousand ids are about 40 kB. */
const DEFAULT_BATCH_SIZE = 1000;

/** Changes many scopes with few requests (scoped-controls, `PATCH /v1/scopes`). */
export const updateMany: Operation = {
	properties: [
		scopeField(
			'Scope to update, usually an expression with the ID from each input item. Items with the same changes are sent in one request.',
		),
		updateFields,
		optionsCollection([batchSizeOption(DEFAULT_BATCH_SIZE, 'scopes'), concurrentRequestsOption]),
	],
	run: forAllItems<ScopeChange>({
		read: readScopeChange,
		send: async function* (context, entries) {
			const batchSize = new InputItem(context, 0).batchSize(DEFAULT_BATCH_SIZE);
			const conflicts = findConflicts(entries);
			const inConflict = new Set(conflicts.flatMap(({ items }) => items));
			yield* conflicts;

			const agreed = entries.filter(({ itemIndex }) => !inConflict.has(itemIndex));
			const bulks = groupPatches(agreed, batchSize);
			for await (const result of sendBulkPatches(context, bulks)) {
				// Each item with the same scope gets it.
				if ('error' in result) yield result;
				else for (const item of result.items) yield { ...result, items: [item] };
			}
		},
	}),
};
