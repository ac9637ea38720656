import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { batchNote } from '../../../shared/execution/batches';
import type { OperationResult } from '../../../shared/execution/operation';
import { readLimits } from '../../../shared/execution/requestOptions';
import { toRecord } from '../../../shared/transport/list';
import { serviceRequest } from '../../../shared/transport/request';
import type { BulkPatch } from '../bulkPatches';
import { groupPatches, patchScopes } from '../bulkPatches';
import type { ExistingScope } from './existingScopes';
import type { Change, Creation, SyncPlan } from './plan';

/** What a run does with one scope, as its output item says it. */
type Action = 'created' | 'updated' | 'unchanged' | 'archived';

/**
 * Says what a plan would do, and sends nothing.
 *
 * @param archived the scopes that would be archived
 */
export function* previewPlan(
	plan: SyncPlan,
	archived: ExistingScope[],
): Generator<OperationResult> {
	for (const { itemIndex, ...creation } of plan.creations) {
		const { names, owner, description, why } = creation;
		yield outcome('created', why, names, [itemIndex], { id: null, owner, description });
	}
	for (const { itemIndex, scope, patch, why } of plan.changes) {
		yield outcome('updated', why, scope.names, [itemIndex], { ...scope.record, ...patch });
	}
	yield* unchangedItems(plan);
	for (const scope of archived) {
		yield outcome('archived', NOT_NAMED, scope.names, [], { ...scope.record, status: 'archived' });
	}
}

/**
 * Carries a plan out: changes first (a scope may have to leave the archive before others go below
 * it), then new scopes from the top down, then the archive.
 *
 * Each step leads towards the wanted tree by itself, so that a run that ends early is finished by
 * the next one.
 *
 * @param batchSize scopes per bulk request at most
 */
export async function* carryOutPlan(
	context: IExecuteFunctions,
	plan: SyncPlan,
	archived: ExistingScope[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	yield* unchangedItems(plan);
	yield* changeScopes(context, plan.changes, batchSize);
	yield* createScopes(context, plan);
	yield* archiveScopes(context, archived, batchSize);
}

function* unchangedItems({ unchanged }: SyncPlan): Generator<OperationResult> {
	for (const { itemIndex, scope } of unchanged) {
		yield outcome('unchanged', 'already as the item says', scope.names, [itemIndex], scope.record);
	}
}

async function* changeScopes(
	context: IExecuteFunctions,
	changes: Change[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	const byScope = new Map(changes.map((change) => [change.scope.id, change]));
	const entries = changes.map(({ itemIndex, scope, patch }) => ({
		itemIndex,
		input: { scopeId: scope.id, patch },
	}));
	yield* sendBulks(context, groupPatches(entries, batchSize), (scopeId, answered) => {
		const change = byScope.get(scopeId);
		return (
			change && outcome('updated', change.why, change.scope.names, [change.itemIndex], answered)
		);
	});
}

async function* archiveScopes(
	context: IExecuteFunctions,
	archived: ExistingScope[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	const byId = new Map(archived.map((scope) => [scope.id, scope]));
	const entries = archived.map(({ id }) => ({
		itemIndex: 0,
		input: { scopeId: id, patch: { status: 'archived' } },
	}));
	yield* sendBulks(context, groupPatches(entries, batchSize), (scopeId, answered) => {
		const scope = byId.get(scopeId);
		return scope && outcome('archived', NOT_NAMED, scope.names, [], answered);
	});
}

async function* sendBulks(
	context: IExecuteFunctions,
	bulks: BulkPatch[],
	describe: (scopeId: string, answered: IDataObject) => OperationResult | undefined,
): AsyncGenerator<OperationResult> {
	for (const [index, bulk] of bulks.entries()) {
		try {
			const answered = await patchScopes(context, bulk);
			for (const scopeId of bulk.scopes.keys()) {
				const result = describe(scopeId, answered.get(scopeId) ?? { id: scopeId, ...bulk.patch });
				if (result) yield result;
			}
		} catch (error) {
			const items = [...bulk.scopes.values()].flat();
			yield { items, error, note: batchNote(index, bulks.length, items) };
		}
	}
}

async function* createScopes(
	context: IExecuteFunctions,
	{ creations, ids }: SyncPlan,
): AsyncGenerator<OperationResult> {
	for (const [index, creation] of creations.entries()) {
		const { itemIndex, names, key, parentKey, why } = creation;
		try {
			const record = await createScope(context, creation, parentIdOf(creation, ids));
			ids.set(key, String(record.id));
			yield outcome('created', why, names, [itemIndex], record);
		} catch (error) {
			const created = `${index} of ${creations.length} scopes were created before${parentKey === undefined ? '' : ' it'}. Run the node again to finish: it does only what is missing.`;
			yield { items: [itemIndex], error, note: created };
		}
	}
}

/** @throws UserError when the parent was to be created in this run and could not be */
function parentIdOf({ names, parentKey }: Creation, ids: SyncPlan['ids']): string | undefined {
	if (parentKey === undefined) return undefined;
	const parentId = ids.get(parentKey);
	if (parentId !== undefined) return parentId;
	throw new UserError(
		`"${names.join(' / ')}" was not created, since the scope above it could not be`,
		{
			description: 'See the item of the scope above for the reason.',
		},
	);
}

async function createScope(
	context: IExecuteFunctions,
	{ itemIndex, names, owner, description }: Creation,
	parentId: string | undefined,
): Promise<IDataObject> {
	const name = names.at(-1) ?? '';
	const { body } = await serviceRequest(
		context,
		{
			method: 'POST',
			path: '/v1/scopes',
			body: { name, owner, description, ...(parentId !== undefined && { parentId }) },
		},
		readLimits(context, itemIndex),
		itemIndex,
	);
	const record = toRecord(body);
	if (typeof record.id === 'string' && record.id !== '') return record;
	throw new UserError(`The service created "${names.join(' / ')}" without telling its id`, {
		description: 'Run the node again: it finds the scope and goes on below it.',
	});
}

const NOT_NAMED = 'no item names it';

function outcome(
	action: Action,
	why: string,
	names: string[],
	items: number[],
	record: IDataObject,
): OperationResult {
	return { items, records: [{ json: { action, why, path: names.join(' / '), ...record } }] };
}
