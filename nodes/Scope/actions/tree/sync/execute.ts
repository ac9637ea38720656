import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../../shared/count';
import { idKey } from '../../../../shared/ids';
import { inBatches } from '../../../../shared/node/batches';
import { InputItem } from '../../../../shared/node/inputItem';
import type { OperationResult } from '../../../../shared/node/types';
import { createScope, updateScopes } from '../../../../shared/service/api/scopes';
import { endOfEach } from '../../scope/bulkEnds';
import { groupPatches, sendBulkPatches } from '../../scope/bulkPatches';
import type { ExistingScope } from './existingScopes';
import type { Change, Creation, SyncPlan } from './plan';

/** What a run does with one scope, as shown in its output item. */
type Action = 'created' | 'updated' | 'unchanged' | 'archived';

/**
 * Returns what a plan would do, and sends nothing.
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
		yield outputOf('archived', NOT_IN_INPUT, scope.names, [], {
			...scope.record,
			status: 'archived',
		});
	}
}

/**
 * Executes a plan: changes first (an archived parent must be active before scopes are created below
 * it), then new scopes from the top down, then archiving.
 *
 * Each step brings the tree closer to the input, so the next run completes one that ended early.
 *
 * @param batchSize scopes per bulk request at most
 */
export async function* executePlan(
	context: IExecuteFunctions,
	plan: SyncPlan,
	archived: ExistingScope[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	let hasSucceeded = true;
	for await (const result of writeScopes(context, plan, batchSize)) {
		if ('error' in result) hasSucceeded = false;
		yield result;
	}
	if (archived.length === 0) return;
	if (hasSucceeded) yield* archiveScopes(context, archived, batchSize);
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

/** A scope that could not be created may be a renamed one, whose old name is not in the input. */
function nothingArchived(archived: ExistingScope[]): UserError {
	const scopes = countOf(archived.length, 'scope');
	return new UserError(
		`${scopes} not in the input ${archived.length === 1 ? 'was' : 'were'} not archived`,
		{
			description:
				'Correct the items that failed and run the node again. Scopes are only archived after everything else has succeeded.',
		},
	);
}

function* unchangedItems({ unchanged }: SyncPlan): Generator<OperationResult> {
	for (const { itemIndex, scope } of unchanged) {
		yield outputOf('unchanged', 'already up to date', scope.names, [itemIndex], scope.record);
	}
}

async function* changeScopes(
	context: IExecuteFunctions,
	changes: Change[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	const byScope = new Map(changes.map((change) => [idKey(change.scope.id), change]));
	const entries = changes.map(({ itemIndex, scope, patch }) => ({
		itemIndex,
		input: { scopeId: scope.id, patch },
	}));
	yield* sendBulkPatches(context, groupPatches(entries, batchSize), (items, record) => {
		const change = byScope.get(idKey(String(record.id)));
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
			const endOf = endOfEach(await updateScopes(client, ids, ARCHIVED));
			for (const { id, names, record } of batch) {
				const { record: archivedRecord = { ...record, ...ARCHIVED }, error } = endOf(id);
				if (error) yield { items: [], error };
				else yield outputOf('archived', NOT_IN_INPUT, names, [], archivedRecord);
			}
		} catch (error) {
			const paths = batch.map(({ names }) => names.join(' / ')).join(', ');
			const note = `Run the node again to archive these scopes (batch ${index + 1} of ${batches.length}): ${paths}. All other changes were made.`;
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
		// One error per input item: the levels below a failed one are not reported again.
		if (refused.has(itemIndex)) continue;
		try {
			const record = await createPlanned(context, creation, parentIdOf(creation, ids));
			ids.set(key, String(record.id));
			created++;
			yield outputOf('created', why, names, [itemIndex], record);
		} catch (error) {
			refused.add(itemIndex);
			const note = `"${names.join(' / ')}" was not created. Run the node again to finish: it only creates what is missing. So far, ${created} of ${countOf(creations.length, 'scope')} ${created === 1 ? 'was' : 'were'} created.`;
			yield { items: [itemIndex], error, note };
		}
	}
}

/** @throws UserError when the parent was to be created in this run and could not be */
function parentIdOf({ names, parentKey }: Creation, ids: SyncPlan['ids']): string | undefined {
	if (parentKey === undefined) return undefined;
	const parentId = ids.get(parentKey);
	if (parentId !== undefined) return parentId;
	throw new UserError(`Skipped "${names.join(' / ')}": its parent could not be created`, {
		description: 'Correct the item for the parent scope first.',
	});
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
	throw new UserError(`The service created "${names.join(' / ')}" but returned no ID`, {
		description: 'Run the node again: it finds the new scope and continues from there.',
	});
}

const NOT_IN_INPUT = 'not in the input';

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
