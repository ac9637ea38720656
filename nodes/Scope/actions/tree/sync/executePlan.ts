import type { IDataObject, UserError } from 'n8n-workflow';

import type { Lists } from '../../../../shared/assignments/lists';
import { countOf } from '../../../../shared/basics/countOf';
import { groupsOf } from '../../../../shared/basics/lists';
import { userError } from '../../../../shared/n8n/nodeErrors';
import type { InputItem } from '../../../../shared/node/inputItem';
import { skipsOthers } from '../../../../shared/node/onError';
import type { FailedResult, Task } from '../../../../shared/node/operation';
import { runTasks } from '../../../../shared/node/tasks';
import { createScope } from '../../../../shared/service/api/scopes';
import type { ServiceResponse } from '../../../../shared/service/call';
import type { ServiceClient } from '../../../../shared/service/client';
import { afterAnswer } from '../../../../shared/writes/evidence';
import { receiptOf } from '../../../../shared/writes/receipt';
import type { Step, StepResult } from '../../../../shared/writes/step';
import { type BulkChange, groupPatches, sendBulkPatches } from '../../scope/bulkPatches';
import { isSameMember } from '../../scope/scopeEvidence';
import { copyAssignments, type MovedUnit } from './copyAssignments';
import { type ExistingScope, pathText } from './existingScopes';
import type { Level } from './matchRows';
import { ARCHIVE_PATCH, type ArchiveStep, type RowStep } from './planOutput';
import type { SyncStep } from './syncPlan';

type Results = AsyncGenerator<StepResult | FailedResult>;

/** What a run is going to do, and how. */
interface Execution {
	/** Parents before their children. */
	steps: RowStep[];
	archived: ArchiveStep[];
	/** What there was when the run was planned. */
	planned: Lists;
	/** Scopes, or controls, per request at most. */
	batchSize: number;
}

/**
 * Executes a plan: changes first (an archived parent must be active before scopes are created below
 * it), then new scopes from the top down, then what is copied to them, then archiving.
 *
 * Each step brings the tree closer to the input, so the next run completes one that ended early.
 *
 * @param first the input item whose options count for all
 */
export async function* executePlan(
	first: InputItem,
	{ steps, archived, planned, batchSize }: Execution,
): Results {
	yield* steps.filter(({ row }) => row.action === 'unchanged');
	const done: Done = { failed: new Set(), active: new Set(), created: 0, moved: [] };
	const changed = steps.filter(({ row }) => ['updated', 'reactivated'].includes(row.action));
	const created = steps.filter(({ row }) => row.action === 'created');
	for (const step of steps) if (step.row.action === 'assigned') heldBack(step, step, done);
	const parts = [
		() => changeScopes(first, changed, batchSize, done),
		() => createScopes(first, created, done),
		() => copyAssignments(done.moved.splice(0), { first, planned, batchSize }),
	];
	for (const part of parts) {
		for await (const result of part()) {
			if ('error' in result) {
				for (const item of result.items) done.failed.add(item);
				// An error that stops the run names what was written before.
				if (skipsOthers(first.context)) yield* done.moved.splice(0).flatMap(unfinished);
			}
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
	/** Units whose assignments are still to be copied. */
	moved: MovedUnit[];
}

/** @returns the result of a step, unless the step is not done before assignments are copied */
function heldBack({ row }: RowStep, result: StepResult, { moved }: Done): StepResult[] {
	const { move, level } = row;
	if (!move || move.isDone || level.id === undefined) return [result];
	moved.push({ row, move, scopeId: level.id, result });
	return [];
}

/** @returns the row of a unit whose assignments were not copied, because the run has ended before */
function unfinished({ row, result }: MovedUnit): StepResult[] {
	if (row.action === 'assigned') return [];
	const { evidence } = result;
	const warnings = [
		...evidence.warnings,
		'Its control assignments are not copied yet: run the node again.',
	];
	const besides = { ...evidence.besides, addedAssignments: [] };
	return [{ ...result, evidence: { ...evidence, warnings, besides } }];
}

async function* changeScopes(
	{ context }: InputItem,
	steps: RowStep[],
	batchSize: number,
	done: Done,
): Results {
	const changes = steps.map((step): BulkChange => {
		const { level, fields } = step.row;
		const { id = '', scope } = level;
		return {
			...{ id, patch: fields, items: step.items },
			results: (record, receipt) => {
				if (scope) done.active.add(scope);
				return heldBack(step, resultOf(step, record, receipt), done);
			},
		};
	});
	yield* sendBulkPatches(context, groupPatches(changes, batchSize));
}

async function* archiveScopes(
	{ context }: InputItem,
	steps: ArchiveStep[],
	batchSize: number,
): Results {
	const changes = steps.map((step): BulkChange => ({
		...{ id: step.scope.id, patch: ARCHIVE_PATCH, items: [] },
		results: (record, receipt) => [resultOf(step, record, receipt)],
	}));
	const note = 'Run the node again to archive the other scopes. All other changes were made.';
	for await (const result of sendBulkPatches(context, groupPatches(changes, batchSize)))
		yield 'error' in result ? { ...result, note } : result;
}

function resultOf(
	{ items, evidence }: Step,
	record: IDataObject | undefined,
	receipt: ReturnType<typeof receiptOf>,
): StepResult {
	const after = record ? afterAnswer(evidence, record, isSameMember) : evidence;
	return { items, evidence: after, receipt };
}

async function* createScopes(first: InputItem, steps: RowStep[], done: Done): Results {
	const total = countOf(steps.length, 'scope');
	// From the top down, one depth after the other: a scope needs the id of its parent.
	const depthOf = ({ row }: RowStep) => row.level.names.length;
	const topDown = [...steps].sort((a, b) => depthOf(a) - depthOf(b));
	for (const depth of groupsOf(topDown, depthOf).values()) {
		// One error per input item: the levels below one that failed or was not changed are not reported again.
		const open = depth.filter(({ row }) => !done.failed.has(row.itemIndex));
		const tasks = open.map((step): Task<StepResult> => {
			const { itemIndex, level } = step.row;
			const { items } = step;
			const run = async () => {
				try {
					refuseWithoutParent(level, done);
					const { record, response } = await createPlanned(first.clientFor(itemIndex), step.row);
					// For those below it.
					level.id = String(record.id);
					done.created++;
					return heldBack(step, resultOf(step, record, receiptOf(response)), done);
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
async function createPlanned(
	client: ServiceClient,
	{ level, fields }: SyncStep,
): Promise<{ record: IDataObject; response: ServiceResponse }> {
	const { names, parent } = level;
	const scope = { ...fields, ...(parent?.id !== undefined && { parentId: parent.id }) };
	const answer = await createScope(
		client,
		scope,
		'Run the node again: it finds the scope if it exists, and creates it otherwise.',
	);
	const { record } = answer;
	if (typeof record.id !== 'string' || record.id === '') {
		throw userError(
			`The service created "${pathText(names)}" but returned no ID`,
			'Run the node again: it finds the new scope and continues from there.',
		);
	}
	return answer;
}

function withoutParent(names: string[], what: string): UserError {
	return userError(
		`Skipped "${pathText(names)}": its parent could not be ${what}`,
		'Correct the row of the parent scope first.',
	);
}
