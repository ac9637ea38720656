import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { inBatches } from '../../../../shared/node/batches';
import { InputItem } from '../../../../shared/node/inputItem';
import type { OperationResult } from '../../../../shared/node/types';
import { createScope, updateScopes } from '../../../../shared/service/api/scopes';
import { groupPatches, sendBulkPatches } from '../../scope/bulkPatches';
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
		yield outputOf('created', why, names, [itemIndex], { id: null, owner, description });
	}
	for (const { itemIndex, scope, patch, why } of plan.changes) {
		yield outputOf('updated', why, scope.names, [itemIndex], { ...scope.record, ...patch });
	}
	yield* unchangedItems(plan);
	for (const scope of archived) {
		yield outputOf('archived', NOT_NAMED, scope.names, [], { ...scope.record, status: 'archived' });
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
	let isWhole = true;
	for await (const result of writeScopes(context, plan, batchSize)) {
		if ('error' in result) isWhole = false;
		yield result;
	}
	if (archived.length === 0) return;
	if (isWhole) yield* archiveScopes(context, archived, batchSize);
	else yield { items: [], error: nothingArchived(archived) };
}

async function* writeScopes(
	context: IExecuteFunctions,
	plan: SyncPlan,
	batchSize: number,
): AsyncGenerator<OperationResult> {
	yield* unchangedItems(plan);
	yield* changeScopes(context, plan.changes, batchSize);
	yield* createScopes(context, plan);
}

/** A scope that could not be created may be the new name of one that no item names now. */
function nothingArchived(archived: ExistingScope[]): UserError {
	return new UserError(`${archived.length} unnamed scopes were not archived`, {
		description:
			'Scopes are archived only after everything else has been carried out. Correct the other items and run the node again.',
	});
}

function* unchangedItems({ unchanged }: SyncPlan): Generator<OperationResult> {
	for (const { itemIndex, scope } of unchanged) {
		yield outputOf('unchanged', 'already as the item says', scope.names, [itemIndex], scope.record);
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
	yield* sendBulkPatches(context, groupPatches(entries, batchSize), (items, record) => {
		const change = byScope.get(String(record.id));
		return change
			? outputOf('updated', change.why, change.scope.names, items, record)
			: { items, records: [{ json: record }] };
	});
}

async function* archiveScopes(
	context: IExecuteFunctions,
	archived: ExistingScope[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	const { client } = new InputItem(context, 0);
	const batches = inBatches(archived, batchSize);
	for (const [index, batch] of batches.entries()) {
		const ids = batch.map(({ id }) => id);
		try {
			const answered = await updateScopes(client, ids, ARCHIVED);
			for (const { id, names, record } of batch) {
				yield outputOf(
					'archived',
					NOT_NAMED,
					names,
					[],
					answered.get(id) ?? { ...record, ...ARCHIVED },
				);
			}
		} catch (error) {
			const paths = batch.map(({ names }) => names.join(' / ')).join(', ');
			const note = `All changes and new scopes were carried out. Not archived (batch ${index + 1} of ${batches.length}): ${paths}.`;
			yield { items: [], error, note };
		}
	}
}

async function* createScopes(
	context: IExecuteFunctions,
	{ creations, ids }: SyncPlan,
): AsyncGenerator<OperationResult> {
	const refused = new Set<number>();
	let created = 0;
	for (const creation of creations) {
		const { itemIndex, names, key, why } = creation;
		// One reason per input item: what it meant below a refused level goes without saying.
		if (refused.has(itemIndex)) continue;
		try {
			const record = await createPlanned(context, creation, parentIdOf(creation, ids));
			ids.set(key, String(record.id));
			created++;
			yield outputOf('created', why, names, [itemIndex], record);
		} catch (error) {
			refused.add(itemIndex);
			const note = `${created} of ${creations.length} scopes were created before. Run the node again to finish: it does only what is missing.`;
			yield { items: [itemIndex], error, note };
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

async function createPlanned(
	context: IExecuteFunctions,
	{ itemIndex, names, owner, description }: Creation,
	parentId: string | undefined,
): Promise<IDataObject> {
	const name = names.at(-1) ?? '';
	const scope = { name, owner, description, ...(parentId !== undefined && { parentId }) };
	const record = await createScope(new InputItem(context, itemIndex).client, scope);
	if (typeof record.id === 'string' && record.id !== '') return record;
	throw new UserError(`The service created "${names.join(' / ')}" without returning its id`, {
		description: 'Run the node again: it finds the scope and continues below it.',
	});
}

const NOT_NAMED = 'no item names it';

const ARCHIVED = { status: 'archived' };

function outputOf(
	action: Action,
	why: string,
	names: string[],
	items: number[],
	record: IDataObject,
): OperationResult {
	// First, since a table shows the first columns, and last, since the record may not replace it.
	const summary = { path: names.join(' / '), action, why };
	return { items, records: [{ json: { ...summary, ...record, ...summary } }] };
}
