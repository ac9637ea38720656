import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { batchSizeOption, readBatchSize } from '../../shared/execution/batchSize';
import type { BatchEntry, Operation, OperationResult } from '../../shared/execution/operation';
import { forAllItems } from '../../shared/execution/operation';
import { requiredText } from '../../shared/execution/parameters';
import { optionsCollection, readLimits } from '../../shared/execution/requestOptions';
import { scopeLocator } from '../../shared/scopes/scopeLocator';
import { unwrapList } from '../../shared/transport/list';
import { serviceRequest } from '../../shared/transport/request';
import type { BulkPatch, ScopeChange } from './bulkPatches';
import { findConflicts, groupPatches } from './bulkPatches';
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
	for (const bulk of groupPatches(agreed, readBatchSize(context, DEFAULT_BATCH_SIZE))) {
		try {
			const updated = await sendBulkPatch(context, bulk);
			for (const [scopeId, items] of bulk.scopes) {
				const json = updated.get(scopeId) ?? { id: scopeId, ...bulk.patch };
				for (const item of items) yield { items: [item], records: [{ json }] };
			}
		} catch (error) {
			yield { items: [...bulk.scopes.values()].flat(), error };
		}
	}
}

/** @returns the scopes by id, as far as the service answers with them */
async function sendBulkPatch(
	context: IExecuteFunctions,
	{ patch, scopes }: BulkPatch,
): Promise<Map<string, IDataObject>> {
	const [firstItem = 0] = [...scopes.values()].flat();
	const { body } = await serviceRequest(
		context,
		{ method: 'PATCH', path: '/v1/scopes', body: { scopeIds: [...scopes.keys()], patch } },
		readLimits(context, firstItem),
		firstItem,
	);
	return new Map(unwrapList(body).map((scope) => [String(scope.id), scope]));
}
