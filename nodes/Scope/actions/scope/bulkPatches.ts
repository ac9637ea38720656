import type { IDataObject, IExecuteFunctions, UserError } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/ids';
import { canonicalJson } from '../../../shared/basics/json';
import { groupsOf, inBatches } from '../../../shared/basics/lists';
import { batchNote } from '../../../shared/node/batchNote';
import { notConfirmed, refusedByService } from '../../../shared/node/bulkErrors';
import { InputItem } from '../../../shared/node/inputItem';
import type { FailedResult, Task } from '../../../shared/node/operation';
import { runTasks } from '../../../shared/node/tasks';
import { updateScopes } from '../../../shared/service/api/scopes';
import { type BulkAnswer, namesIn } from '../../../shared/service/bulk';
import type { ServiceClient } from '../../../shared/service/client';
import { receiptOf } from '../../../shared/writes/receipt';
import type { StepResult } from '../../../shared/writes/step';

/** One scope of a bulk request. */
export interface BulkChange {
	/** Indexes of the input items that name it, counted from 0; empty when none does. */
	items: number[];
	id: string;
	patch: IDataObject;
	/**
	 * Makes the results when the service has made the change.
	 *
	 * @param record the scope as the service answered; nothing where the answer shows no scope
	 */
	results: (record: IDataObject | undefined, receipt: Receipt) => StepResult[];
}

type Receipt = ReturnType<typeof receiptOf>;

/** One bulk request: the same patch for several scopes. */
interface BulkPatch {
	patch: IDataObject;
	changes: BulkChange[];
}

/**
 * Groups changes into as few bulk requests as the batch size allows: one per distinct patch, and
 * more where a patch has more scopes than fit (scoped-controls, `PATCH /v1/scopes`).
 *
 * @param changes each of another scope
 * @param batchSize scopes per request at most
 */
export function groupPatches(changes: BulkChange[], batchSize: number): BulkPatch[] {
	return [...groupsOf(changes, ({ patch }) => canonicalJson(patch)).values()].flatMap((same) =>
		inBatches(same, batchSize).map((part) => ({ patch: same[0]?.patch ?? {}, changes: part })),
	);
}

/**
 * Sends bulk requests, up to Concurrent Requests of them at once; those for the same scope one after the
 * other. One that is refused does not stop the others.
 */
export function sendBulkPatches(
	context: IExecuteFunctions,
	bulks: BulkPatch[],
): AsyncIterable<StepResult | FailedResult> {
	const first = new InputItem(context, 0);
	const applied: number[] = [];
	const tasks = bulks.map((bulk, index): Task<StepResult> => {
		const items = bulk.changes.flatMap((change) => change.items);
		const run = async () => {
			try {
				const results = await sendBulkPatch(first.clientFor(items[0] ?? 0), bulk);
				applied.push(index);
				return results;
			} catch (error) {
				const result: FailedResult = {
					items,
					error,
					// Others may be applied until it is shown.
					get note() {
						return batchNote(index, bulks.length, items, applied);
					},
				};
				return [result];
			}
		};
		return { items, records: bulk.changes.map(({ id }) => idKey(id)), run };
	});
	return runTasks(context, tasks);
}

async function sendBulkPatch(
	client: ServiceClient,
	{ patch, changes }: BulkPatch,
): Promise<Array<StepResult | FailedResult>> {
	const ids = changes.map(({ id }) => id);
	const { answer, response } = await updateScopes(client, ids, patch);
	const receipt = receiptOf(response);
	const endOf = endOfEach(answer);
	return changes.flatMap(({ id, items, results }): Array<StepResult | FailedResult> => {
		const { record, error } = endOf(id);
		return error ? [{ items, error }] : results(record, receipt);
	});
}

/**
 * Reads what became of each scope of a bulk request (scoped-controls, `PATCH /v1/scopes`, whose answer
 * the specification does not show). A scope that an error names was not updated; one that is missing
 * beside errors or other scopes is not confirmed.
 *
 * @returns a function that finds by its id what became of a scope: its record as it is now, or an error; neither
 *   when the answer shows no scope
 */
function endOfEach({ records, errors }: BulkAnswer) {
	const byId = new Map(records.map((record) => [idKey(String(record.id)), record]));
	const showsScopes = records.some(({ id }) => typeof id === 'string' && id !== '');
	const named = errors.map((error) => ({ error, names: namesIn(error) }));
	return (scopeId: string): { record?: IDataObject | undefined; error?: UserError } => {
		const { error } = named.find(({ names }) => names.has(idKey(scopeId))) ?? {};
		if (error) return { error: refusedByService(`The scope ${scopeId} was not updated`, error) };
		const record = byId.get(idKey(scopeId));
		if (record || (!showsScopes && errors.length === 0)) return { record };
		return {
			error: notConfirmed(`The service did not confirm the update of the scope ${scopeId}`, errors),
		};
	};
}
