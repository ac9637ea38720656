import type { IDataObject, UserError } from 'n8n-workflow';

import { groupsOf, inBatches } from '../../../../shared/basics/lists';
import { countOf } from '../../../../shared/basics/countOf';
import { userError } from '../../../../shared/n8n/nodeErrors';
import type { InputItem } from '../../../../shared/node/inputItem';
import type { OperationResult, Task } from '../../../../shared/node/operation';
import { runTasks } from '../../../../shared/node/tasks';
import { createScope } from '../../../../shared/service/api/scopes';
import type { ServiceClient } from '../../../../shared/service/client';
import { groupPatches, sendBulkPatches } from '../../scope/bulkPatches';
import { type ExistingScope, pathText } from './existingScopes';
import type { Level } from './matchRows';
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
	const done: Done = { failed: new Set(), active: new Set(), created: 0 };
	const changes = changeScopes(first, to('updated'), batchSize, done);
	for (const part of [changes, createScopes(first, to('created'), done)]) {
		for await (const result of part) {
			if ('error' in result) for (const item of result.items) done.failed.add(item);
			yield result;
		}
	}
	if (archived.length === 0) return;
	if (done.failed.size === 0) return yield* archiveScopes(first, archived, batchSize);
	// A scope that could not be created may be a renamed one, whose old name is not in the input.
	const error = userError(
		`Not archived: ${countOf(archived.length, 'scope')} not in the input`,
		'Correct the rows that failed and run the node again. Scopes are only archived after everything else has succeeded.',
	);
	yield { items: [], error };
}

/** What a run has done so far. */
interface Done {
	/** Items with an error. */
	failed: Set<number>;
	/** Scopes that it has changed: every change of an archived scope reactivates it. */
	active: Set<ExistingScope>;
	/** How many scopes it has created. */
	created: number;
}

async function* changeScopes(
	{ context }: InputItem,
	steps: Step[],
	batchSize: number,
	{ active }: Done,
): AsyncGenerator<OperationResult> {
	const entries = steps.map((step) => {
		const { itemIndex, level, fields } = step;
		const { id = '', scope } = level;
		const input = {
			...{ id, patch: fields },
			output: (record: IDataObject) => stepOutput(step, record),
			onChanged: () => void (scope && active.add(scope)),
		};
		return { itemIndex, input };
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

async function* createScopes(
	first: InputItem,
	steps: Step[],
	done: Done,
): AsyncGenerator<OperationResult> {
	const total = countOf(steps.length, 'scope');
	// From the top down, one depth after the other: a scope needs the id of its parent.
	const depthOf = ({ level }: Step) => level.names.length;
	const topDown = [...steps].sort((a, b) => depthOf(a) - depthOf(b));
	for (const depth of groupsOf(topDown, depthOf).values()) {
		// One error per input item: the levels below one that failed or was not changed are not reported again.
		const open = depth.filter(({ itemIndex }) => !done.failed.has(itemIndex));
		const tasks = open.map((step): Task => {
			const { itemIndex, level } = step;
			const items = [itemIndex];
			const run = async () => {
				try {
					refuseWithoutParent(level, done);
					const record = await createPlanned(first.clientFor(itemIndex), step);
					// For those below it.
					level.id = String(record.id);
					done.created++;
					return [stepOutput(step, record)];
				} catch (error) {
					const path = pathText(level.names);
					const note = `The request was to create "${path}". Run the node again to finish: it only creates what is missing. Created so far: ${done.created} of ${total}.`;
					return [{ items, error, note }];
				}
			};
			return { items, records: [], run };
		});
		yield* runTasks(first.context, tasks);
	}
}

/** @throws UserError when the parent of a new scope could not be created or reactivated in this run */
function refuseWithoutParent({ names, parent }: Level, { active }: Done): void {
	if (parent?.scope && !parent.scope.isActive && !active.has(parent.scope))
		throw withoutParent(names, 'reactivated');
	if (parent && parent.id === undefined) throw withoutParent(names, 'created');
}

/** @returns the new scope, with its id */
async function createPlanned(client: ServiceClient, { level, fields }: Step): Promise<IDataObject> {
	const { names, parent } = level;
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
	return record;
}

function withoutParent(names: string[], what: string): UserError {
	return userError(
		`Skipped "${pathText(names)}": its parent could not be ${what}`,
		'Correct the row of the parent scope first.',
	);
}
