import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { batchNote, describeItems, inBatches } from '../../../shared/node/batches';
import type { BatchEntry, OperationResult } from '../../../shared/node/operation';
import { readLimits } from '../../../shared/node/properties/options';
import { canonicalJson } from '../../../shared/json';
import { unwrapList } from '../../../shared/service/api/list';
import { serviceRequest } from '../../../shared/service/request';

/** One scope and what an input item wants to change about it. */
export interface ScopeChange {
	scopeId: string;
	patch: IDataObject;
}

/** One bulk request: the same patch for several scopes. */
export interface BulkPatch {
	patch: IDataObject;
	/** Scope ids, each with the indexes of the input items that name it. */
	scopes: Map<string, number[]>;
}

/** Input items that contradict each other. */
export interface Conflict {
	items: number[];
	error: UserError;
}

/**
 * Finds items that want different values for one field of one scope: requests are grouped, so which
 * of them came last would be chance.
 *
 * @returns one conflict per scope, with every item that changes it
 */
export function findConflicts(entries: Array<BatchEntry<ScopeChange>>): Conflict[] {
	const byScope = new Map<string, Array<BatchEntry<ScopeChange>>>();
	for (const entry of entries) {
		const others = byScope.get(entry.input.scopeId) ?? [];
		others.push(entry);
		byScope.set(entry.input.scopeId, others);
	}
	return [...byScope].flatMap(([scopeId, same]) => {
		const fields = contradictions(same.map(({ input }) => input.patch));
		if (fields.length === 0) return [];
		const items = same
			.filter(({ input }) => fields.some((field) => field in input.patch))
			.map(({ itemIndex }) => itemIndex);
		const error = new UserError(
			`Different values for ${fields.join(' and ')} of the scope ${scopeId} in ${describeItems(items)}`,
			{ description: 'Make these items agree, or leave all but one of them out.' },
		);
		return [{ items, error }];
	});
}

/** @returns the fields that do not have the same value wherever they are set */
function contradictions(patches: IDataObject[]): string[] {
	const fields = new Set(patches.flatMap((patch) => Object.keys(patch)));
	return [...fields].filter((field) => {
		const values = patches
			.filter((patch) => field in patch)
			.map((patch) => canonicalJson(patch[field]));
		return new Set(values).size > 1;
	});
}

/**
 * Groups changes into as few bulk requests as the batch size allows: one per distinct patch, and
 * more where a patch has more scopes than fit (scoped-controls, `PATCH /v1/scopes`).
 *
 * @param entries what each input item wants, without conflicts
 * @param batchSize scopes per request at most
 */
export function groupPatches(
	entries: Array<BatchEntry<ScopeChange>>,
	batchSize: number,
): BulkPatch[] {
	const groups = new Map<string, BulkPatch>();
	for (const { itemIndex, input } of entries) {
		const key = canonicalJson(input.patch);
		const group = groups.get(key) ?? { patch: input.patch, scopes: new Map<string, number[]>() };
		groups.set(key, group);
		const items = group.scopes.get(input.scopeId);
		if (items) items.push(itemIndex);
		else group.scopes.set(input.scopeId, [itemIndex]);
	}
	return [...groups.values()].flatMap(({ patch, scopes }) =>
		inBatches([...scopes], batchSize).map((part) => ({ patch, scopes: new Map(part) })),
	);
}

/**
 * Sends one bulk request.
 *
 * @returns the scopes by id, as far as the service answers with them
 * @throws ServiceError for the first item of the batch
 */
export async function patchScopes(
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
	return new Map(unwrapList(body, 'scopes').map((scope) => [String(scope.id), scope]));
}

/**
 * Sends bulk requests one after the other; one that is refused does not stop the others.
 *
 * @param describe what comes out for a scope: gets the items that named it and the scope as it is now
 */
export async function* sendBulkPatches(
	context: IExecuteFunctions,
	bulks: BulkPatch[],
	describe: (items: number[], record: IDataObject) => OperationResult,
): AsyncGenerator<OperationResult> {
	for (const [index, bulk] of bulks.entries()) {
		try {
			const answered = await patchScopes(context, bulk);
			for (const [scopeId, items] of bulk.scopes) {
				yield describe(items, answered.get(scopeId) ?? { id: scopeId, ...bulk.patch });
			}
		} catch (error) {
			const items = [...bulk.scopes.values()].flat();
			yield { items, error, note: batchNote(index, bulks.length, items) };
		}
	}
}
