import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { BatchEntry } from '../../shared/execution/operation';
import { readLimits } from '../../shared/execution/requestOptions';
import { isDataObject, unwrapList } from '../../shared/transport/list';
import { serviceRequest } from '../../shared/transport/request';

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
 * @returns one conflict per scope and field, with every item that takes part in it
 */
export function findConflicts(entries: Array<BatchEntry<ScopeChange>>): Conflict[] {
	const wishes = new Map<string, { values: Set<string>; items: number[]; field: string }>();
	for (const { itemIndex, input } of entries) {
		for (const [field, value] of Object.entries(input.patch)) {
			const key = JSON.stringify([input.scopeId, field]);
			const wish = wishes.get(key) ?? { values: new Set(), items: [], field };
			wish.values.add(canonical(value));
			wish.items.push(itemIndex);
			wishes.set(key, wish);
		}
	}
	return [...wishes.values()]
		.filter(({ values }) => values.size > 1)
		.map(({ items, field }) => ({
			items,
			error: new UserError(
				`Items ${items.join(', ')} want different values for "${field}" of one scope`,
				{ description: 'Make these items agree, or leave all but one of them out.' },
			),
		}));
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
	const groups = new Map<string, BulkPatch[]>();
	for (const { itemIndex, input } of entries) {
		const key = canonical(input.patch);
		const batches = groups.get(key) ?? [];
		groups.set(key, batches);

		const known = batches.find(({ scopes }) => scopes.has(input.scopeId));
		const last = batches.at(-1);
		if (known) known.scopes.get(input.scopeId)?.push(itemIndex);
		else if (last && last.scopes.size < batchSize) last.scopes.set(input.scopeId, [itemIndex]);
		else batches.push({ patch: input.patch, scopes: new Map([[input.scopeId, [itemIndex]]]) });
	}
	return [...groups.values()].flat();
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
	return new Map(unwrapList(body).map((scope) => [String(scope.id), scope]));
}

/** The same text for equal values, in whatever order their members were written. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, member: unknown) =>
		isDataObject(member)
			? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
			: member,
	);
}
