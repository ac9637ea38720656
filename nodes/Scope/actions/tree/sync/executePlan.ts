import type { IDataObject, UserError } from 'n8n-workflow';

import { groupsOf, inBatches } from '../../../../shared/basics/lists';
import { countOf } from '../../../../shared/basics/text';
import { userError } from '../../../../shared/n8n/nodeErrors';
import type { InputItem } from '../../../../shared/node/inputItem';
import type { OperationResult, Task } from '../../../../shared/node/operation';
import { runTasks } from '../../../../shared/node/tasks';
import { createScope } from '../../../../shared/service/api/scopes';
import type { ServiceClient } from '../../../../shared/service/client';
import { groupPatches, sendBulkPatches } from '../../scope/bulkPatches';
import { type ExistingScope, pathText } from './existingScopes';
import { ARCHIVE_PATCH, archivedOutput, stepOutput } from './planOutput';
import type { Step, SyncPlan } from './syncPlan';

/**
 * Executes a plan: changes first (an archived parent must be active before scopes are created below
 * it), then new scopes from the top down, then archiving.
 *
 * Each step brings the tree closer to the input, so the next run completes one that ended early.
 *
 * @param first the input item whose options count for all
 * @param batchSize scopes per bulk request at most
 */
export async function* executePlan(
	first: InputItem,
	{ steps }: SyncPlan,
	archived: ExistingScope[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	const to = (wanted: Step['action']) => steps.filter(({ action }) => action === wanted);
	yield* to('unchanged').map((step) => stepOutput(step));
	const failed = new Set<number>();
	const changes = changeScopes(first, to('updated'), batchSize);
	for (const part of [changes, createScopes(first, to('created'), failed)]) {
		for await (const result of part) {
			if ('error' in result) for (const item of result.items) failed.add(item);
			yield result;
		}
	}
	if (archived.length === 0) return;
	if (failed.size === 0) return yield* archiveScopes(first, archived, batchSize);
	// A scope that could not be created may be a renamed one, whose old name is not in the input.
	const error = userError(
		`Not archived: ${countOf(archived.length, 'scope')} not in the input`,
		'Correct the rows that failed and run the node again. Scopes are only archived after everything else has succeeded.',
	);
	yield { items: [], error };
}

async function* changeScopes(
	{ context }: InputItem,
	steps: Step[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	const entries = steps.map((step) => {
		const { itemIndex, level, fields } = step;
		const output = (record: IDataObject) => {
			// Every change of an archived scope reactivates it.
			if (level.scope) level.scope.isActive = true;
			return stepOutput(step, record);
		};
		return { itemIndex, input: { id: level.id ?? '', patch: fields, output } };
	});
	yield* sendBulkPatches(context, groupPatches(entries, batchSize));
}

async function* archiveScopes(
	{ context }: InputItem,
	archived: ExistingScope[],
	batchSize: number,
): AsyncGenerator<OperationResult> {
	const outputOf = (scope: ExistingScope) => (record: IDataObject) => archivedOutput(scope, record);
	const bulks = inBatches(archived, batchSize).map((part) => ({
		patch: ARCHIVE_PATCH,
		scopes: new Map(part.map((scope) => [scope.id, { items: [], output: outputOf(scope) }])),
	}));
	const note = 'Run the node again to archive the other scopes. All other changes were made.';
	for await (const result of sendBulkPatches(context, bulks))
		yield 'error' in result ? { ...result, note } : result;
}

/** @param failed items with an error so far */
async function* createScopes(
	first: InputItem,
	steps: Step[],
	failed: ReadonlySet<number>,
): AsyncGenerator<OperationResult> {
	const total = countOf(steps.length, 'scope');
	let created = 0;
	// From the top down, one depth after the other: a scope needs the id of its parent.
	const depthOf = ({ level }: Step) => level.names.length;
	const topDown = [...steps].sort((a, b) => depthOf(a) - depthOf(b));
	for (const depth of groupsOf(topDown, depthOf).values()) {
		// One error per input item: the levels below one that failed or was not changed are not reported again.
		const open = depth.filter(({ itemIndex }) => !failed.has(itemIndex));
		const tasks = open.map((step): Task => {
			const { itemIndex, level } = step;
			const items = [itemIndex];
			const run = async () => {
				try {
					const record = await createPlanned(first.clientFor(itemIndex), step);
					created++;
					return [stepOutput(step, record)];
				} catch (error) {
					const path = pathText(level.names);
					const note = `The request was to create "${path}". Run the node again to finish: it only creates what is missing. Created so far: ${created} of ${total}.`;
					return [{ items, error, note }];
				}
			};
			return { items, records: [], run };
		});
		yield* runTasks(first.context, tasks);
	}
}

/**
 * Creates a scope, and notes its id for those below it.
 *
 * @throws UserError when its parent could not be created or reactivated in this run
 */
async function createPlanned(client: ServiceClient, { level, fields }: Step): Promise<IDataObject> {
	const { names, parent } = level;
	if (parent?.scope && !parent.scope.isActive) throw withoutParent(names, 'reactivated');
	if (parent && parent.id === undefined) throw withoutParent(names, 'created');
	const scope = { ...fields, ...(parent?.id !== undefined && { parentId: parent.id }) };
	const record = await createScope(
		client,
		scope,
		'Run the node again: it finds the scope if it exists, and creates it otherwise.',
	);
	if (typeof record.id !== 'string' || record.id === '') {
		throw userError(
			`The service created "${pathText(names)}" but returned no ID`,
			'Run the node again: it finds the new scope and continues from there.',
		);
	}
	level.id = record.id;
	return record;
}

function withoutParent(names: string[], what: string): UserError {
	return userError(
		`Skipped "${pathText(names)}": its parent could not be ${what}`,
		'Correct the row of the parent scope first.',
	);
}
