import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { idKey } from '../../../shared/ids';
import type { Assignment } from './assignments';
import type { Lists } from './lists';
import type { PresentSet } from './presentSets';
import { findPresentSets } from './presentSets';

/** What the listed scopes mean for those that a control has now. */
export const MODES = ['replace', 'add', 'remove'] as const;
export type Mode = (typeof MODES)[number];

/** What a run means for one control. */
export interface Change {
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
 * @throws UserError when the scopes of one of the controls are not certain
 */
export async function planChanges(
	assignments: Assignment[],
	mode: Mode,
	lists: Lists,
): Promise<Change[]> {
	const ids = assignments.map(({ controlId }) => controlId);
	const present = findPresentSets(ids, await lists.controls(), await lists.scopes());
	return assignments.map((assignment) => {
		const before = present.get(idKey(assignment.controlId)) ?? new Map<string, string>();
		const scopes = SCOPES_AFTER[mode](assignment.scopes, before);
		return {
			assignment: { ...assignment, scopes },
			before,
			removed: [...before].filter(([key]) => !scopes.has(key)).map(([, id]) => id),
			added: [...scopes].filter(([key]) => !before.has(key)).map(([, { id }]) => id),
		};
	});
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

/** @throws UserError when more would be removed than the user allows */
export function checkRemovals(changes: Change[], removeAtMost: number): void {
	const count = changes.reduce((sum, { removed }) => sum + removed.length, 0);
	if (count <= removeAtMost) return;
	throw new UserError(
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
