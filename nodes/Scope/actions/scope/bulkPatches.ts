import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/ids';
import { canonicalJson } from '../../../shared/basics/json';
import { groupsOf, inBatches } from '../../../shared/basics/lists';
import { userError } from '../../../shared/n8n/nodeErrors';
import { batchNote } from '../../../shared/node/batchNote';
import { notConfirmed, refusedByService } from '../../../shared/node/bulkErrors';
import { InputItem } from '../../../shared/node/inputItem';
import type {
	BatchEntry,
	FailedResult,
	OperationResult,
	Task,
} from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';
import { runTasks } from '../../../shared/node/tasks';
import { updateScopes } from '../../../shared/service/api/scopes';
import { type BulkAnswer, namesIn } from '../../../shared/service/bulk';
import type { ServiceClient } from '../../../shared/service/client';
import { previewScopeChange, type ScopeChange } from './scopeChange';

/** One bulk request: the same patch for several scopes. */
interface BulkPatch {
	patch: IDataObject;
	/** By their ids, each with the indexes of the input items that name it. */
	scopes: Map<string, Pick<ScopeChange, 'output' | 'onChanged'> & { items: number[] }>;
}

/**
 * Changes the scopes of all items, or shows what that would do. Items with different changes of one scope are an
 * error: requests are grouped, so which of them is applied last would be random.
 *
 * @param batchSize scopes per request at most
 */
export async function* sendChanges(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<ScopeChange>>,
	batchSize: number,
	isDryRun: boolean,
): AsyncGenerator<OperationResult> {
	const byScope = groupsOf(entries, ({ input }) => idKey(input.id));
	const agreed: typeof entries = [];
	for (const [scopeId, same] of byScope) {
		const items = same.map(({ itemIndex }) => itemIndex);
		if (groupsOf(same, ({ input }) => canonicalJson(input.patch)).size === 1) {
			agreed.push(...same);
			continue;
		}
		const error = userError(
			`Conflicting changes to the scope ${scopeId} (${describeRows(items)})`,
			'Use the same values in these rows, or remove all but one of them.',
		);
		yield { items, error };
	}
	if (!isDryRun) {
		for await (const result of sendBulkPatches(context, groupPatches(agreed, batchSize))) {
			// Each item with the same scope gets it.
			if ('error' in result) yield result;
			else for (const item of result.items) yield { ...result, items: [item] };
		}
		return;
	}
	for (const { itemIndex, input } of agreed) {
		const items = [itemIndex];
		try {
			const item = new InputItem(context, itemIndex);
			yield { items, records: [{ json: await previewScopeChange(input, item) }] };
		} catch (error) {
			yield { items, error };
		}
	}
}

/**
 * Groups changes into as few bulk requests as the batch size allows: one per distinct patch, and
 * more where a patch has more scopes than fit (scoped-controls, `PATCH /v1/scopes`).
 *
 * @param entries the input items, without conflicts
 * @param batchSize scopes per request at most
 */
export function groupPatches(
	entries: Array<BatchEntry<ScopeChange>>,
	batchSize: number,
): BulkPatch[] {
	const groups = groupsOf(entries, ({ input }) => canonicalJson(input.patch));
	return [...groups.values()].flatMap((same) => {
		const scopes = [...groupsOf(same, ({ input }) => idKey(input.id)).values()];
		return inBatches(scopes, batchSize).map((part) => ({
			patch: same[0]?.input.patch ?? {},
			scopes: new Map(
				part.flatMap((named) => {
					const items = named.map(({ itemIndex }) => itemIndex);
					// The same id in the other letter case is sent as it was first given.
					return named.slice(0, 1).map(({ input }) => [input.id, { ...input, items }] as const);
				}),
			),
		}));
	});
}

/**
 * Sends bulk requests, up to Concurrent Requests of them at once; those for the same scope one after the
 * other. One that is refused does not stop the others.
 */
export function sendBulkPatches(
	context: IExecuteFunctions,
	bulks: BulkPatch[],
): AsyncIterable<OperationResult> {
	const first = new InputItem(context, 0);
	const applied: number[] = [];
	const tasks = bulks.map((bulk, index): Task => {
		const items = [...bulk.scopes.values()].flatMap((scope) => scope.items);
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
		return { items, records: [...bulk.scopes.keys()].map(idKey), run };
	});
	return runTasks(context, tasks);
}

async function sendBulkPatch(
	client: ServiceClient,
	{ patch, scopes }: BulkPatch,
): Promise<OperationResult[]> {
	const endOf = endOfEach(await updateScopes(client, [...scopes.keys()], patch));
	return [...scopes].map(([scopeId, { items, output, onChanged }]) => {
		const { record = { id: scopeId, ...patch }, error } = endOf(scopeId);
		if (error) return { items, error };
		onChanged?.();
		return output?.(record) ?? { items, records: [{ json: record }] };
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
	return (scopeId: string) => {
		const { error } = named.find(({ names }) => names.has(idKey(scopeId))) ?? {};
		if (error) return { error: refusedByService(`The scope ${scopeId} was not updated`, error) };
		const record = byId.get(idKey(scopeId));
		if (record || (!showsScopes && errors.length === 0)) return { record };
		return {
			error: notConfirmed(`The service did not confirm the update of the scope ${scopeId}`, errors),
		};
	};
}
