import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { idKey } from '../../../shared/ids';
import { addPlanHint, explainProblem } from '../../../shared/node/dryRun';
import type { OperationResult } from '../../../shared/node/types';
import type { Lists } from './directory';
import type { PresentSet } from './presentSets';
import { findPresentSets } from './presentSets';
import type { Assignment, Mode, Refusal } from './rows';

/** What a run means for one control. */
interface Change {
	/** With all scopes that the control has afterwards. */
	assignment: Assignment;
	before: PresentSet;
	/** Ids of scopes that are removed. */
	removed: string[];
	/** Ids of scopes that are added. */
	added: string[];
}

/**
 * Works out which scopes each control has afterwards.
 *
 * @param assignments the scopes that the items list, by control
 * @returns the changes, and the items whose control has scopes that are not certain
 * @throws UserError when that is so for all controls
 */
export async function planChanges(
	assignments: Assignment[],
	mode: Mode,
	lists: Lists,
): Promise<{ changes: Change[]; refusals: Refusal[] }> {
	const ids = assignments.map(({ controlId }) => controlId);
	const present = findPresentSets(ids, await lists.controls(), await lists.scopes());
	const changes: Change[] = [];
	const refusals: Refusal[] = [];
	for (const assignment of assignments) {
		const before = present.get(idKey(assignment.controlId)) ?? new Map<string, string>();
		if (before instanceof UserError) {
			refusals.push({ items: assignment.items, error: before });
			continue;
		}
		const scopes = SCOPES_AFTER[mode](assignment.scopes, before);
		changes.push({
			assignment: { ...assignment, scopes },
			before,
			removed: [...before].filter(([key]) => !scopes.has(key)).map(([, id]) => id),
			added: [...scopes].filter(([key]) => !before.has(key)).map(([, { id }]) => id),
		});
	}
	return { changes, refusals };
}

type Scopes = Assignment['scopes'];

const SCOPES_AFTER: Record<Mode, (listed: Scopes, before: PresentSet) => Scopes> = {
	replace: (listed) => listed,
	add: (listed, before) => new Map([...kept(before), ...listed]),
	remove: (listed, before) => new Map([...kept(before)].filter(([key]) => !listed.has(key))),
};

function kept(before: PresentSet): Scopes {
	return new Map([...before].map(([key, id]) => [key, { id, items: [] }]));
}

/** @returns an error when more would be removed than the user allows */
export function excessRemovals(changes: Change[], removeAtMost: number): UserError | undefined {
	const count = changes.reduce((sum, { removed }) => sum + removed.length, 0);
	if (count <= removeAtMost) return undefined;
	return new UserError(
		`${countOf(count, 'assignment')} would be removed, but Removal Limit is ${removeAtMost}`,
		{
			description:
				'Check the input. Use Dry Run to see what would be removed, or raise Removal Limit under Options. Nothing was written.',
		},
	);
}

/** @returns whether the control has other scopes afterwards */
export function isChange({ added, removed }: Change): boolean {
	return added.length + removed.length > 0;
}

/**
 * Makes a row of everything that is wrong with the input: an error would stop the node and hide what
 * the other items do.
 *
 * @param results of a dry run; an error of the service stays one
 */
export async function* problemsAsRows(
	context: IExecuteFunctions,
	results: AsyncIterable<OperationResult>,
): AsyncGenerator<OperationResult> {
	let errors = 0;
	for await (const result of results) {
		if (!('error' in result && result.error instanceof UserError)) {
			yield result;
			continue;
		}
		const problem = { action: 'error', ...explainProblem(result.error) };
		// A problem that belongs to no item has one row too.
		const places = result.items.length > 0 ? result.items.map((item) => [item]) : [[]];
		errors += places.length;
		for (const items of places) {
			const [itemIndex] = items;
			const json = { ...problem, ...(itemIndex !== undefined && { itemIndex }) };
			yield { items, records: [{ json }] };
		}
	}
	addPlanHint(context, errors);
}

/** @returns the change as a dry run shows it, with the paths of the scopes */
export async function previewChange(change: Change, lists: Lists): Promise<IDataObject> {
	const { assignment, before, added, removed } = change;
	const scopes = await lists.scopes();
	const paths = (ids: string[]) => ids.map((id) => scopes.get(id)?.path ?? id);
	const scopeIds = [...assignment.scopes.values()].map(({ id }) => id);
	const record = (await lists.controls()).get(assignment.controlId);
	return {
		objectType: 'control',
		objectId: assignment.controlId,
		controlIdentifier: record?.controlIdentifier ?? null,
		action: isChange(change) ? 'changed' : 'unchanged',
		before: paths([...before.values()]),
		after: paths(scopeIds),
		added: paths(added),
		removed: paths(removed),
		scopeIds,
	};
}
