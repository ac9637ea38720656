import type { IDataObject, UserError } from 'n8n-workflow';

import { isDataObject } from '../../../shared/basics/guards';
import { idKey } from '../../../shared/basics/ids';
import { countOf } from '../../../shared/basics/countOf';
import { userError } from '../../../shared/n8n/nodeErrors';
import type { FailedResult } from '../../../shared/node/operation';
import { overLimit } from '../../../shared/node/removalLimit';
import { isAssignment } from '../../../shared/service/api/assignments';
import { isDerived } from '../../../shared/service/api/controls';
import type { Assignment, Mode } from './assignmentRows';
import type { Directory } from './directory';
import type { Lists } from './lists';

/** What a run means for one control. */
interface AssignmentChange {
	/** With all scopes that the control has afterwards. */
	assignment: Assignment;
	before: PresentSet;
	/** Ids of scopes that are removed. */
	removed: string[];
	/** Ids of scopes that are added. */
	added: string[];
}

/** Scopes that a control has now: ids by {@link idKey}. */
type PresentSet = Map<string, string>;

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
): Promise<{ changes: AssignmentChange[]; refusals: FailedResult[] }> {
	const present = new PresentSets(await lists.controls(), await lists.scopes());
	const changes: AssignmentChange[] = [];
	const refusals: FailedResult[] = [];
	for (const assignment of assignments) {
		try {
			const before = present.of(assignment.controlId);
			const scopes = SCOPES_AFTER[mode](assignment.scopes, before);
			changes.push({
				assignment: { ...assignment, scopes },
				before,
				removed: [...before].filter(([key]) => !scopes.has(key)).map(([, id]) => id),
				added: [...scopes].filter(([key]) => !before.has(key)).map(([, { id }]) => id),
			});
		} catch (error) {
			refusals.push({ items: assignment.items, error });
		}
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

/** A list under such a name is empty for a control without assignments. */
const LIST_OF_ASSIGNMENTS = /assign|child|scope/i;

/** What the list of controls shows about the scopes of one of them. */
interface Present {
	set: PresentSet;
	/** Whether the set is complete even if it is empty. */
	isShown: boolean;
	/** Why the set may not be complete. */
	doubt?: string;
	/** Name of a list that should have the assignments, but whose entries are something else. */
	unread?: string;
}

/**
 * Finds the scopes that controls have now in the expanded list of controls (scoped-controls,
 * `GET /v1/controls`). The specification says that it has the assigned controls with their scope
 * name, parents and child assignments, but not under which names: they are found by what they are.
 */
class PresentSets {
	private readonly byControl = new Map<string, Present>();
	private isExpanded = false;

	/** @throws UserError when nothing is certain */
	constructor(
		private readonly controls: Directory,
		private readonly scopes: Directory,
	) {
		for (const record of controls.records) {
			if (isDerived(record)) {
				const parent = controls.meantBy(record, record.controlIdentifier);
				if (!parent) {
					throw userError(
						"Couldn't determine the current scopes of the controls",
						`The assignment ${String(record.id)} to the scope "${String(record.scopeName)}" does not say to which control it belongs. ${NOTHING_WRITTEN}`,
					);
				}
				this.add(this.presentOf(parent.id), record);
			} else this.readLists(record);
		}
	}

	/** @throws UserError when they are not certain: a request replaces all scopes of a control */
	of(controlId: string): PresentSet {
		const { id } = this.controls.find(controlId);
		const { set, isShown, doubt, unread } = this.presentOf(id);
		if (doubt !== undefined) throw uncertain(controlId, doubt);
		if (!isShown && !this.isExpanded)
			throw uncertain(controlId, 'The list of controls does not show any assignments.');
		if (set.size === 0 && unread !== undefined)
			throw uncertain(controlId, `Its list "${unread}" does not show what is assigned.`);
		return set;
	}

	private presentOf(controlId: unknown): Present {
		const key = idKey(String(controlId));
		const present = this.byControl.get(key) ?? { set: new Map(), isShown: false };
		this.byControl.set(key, present);
		return present;
	}

	private readLists(control: IDataObject): void {
		const present = this.presentOf(control.id);
		for (const [name, value] of Object.entries(control)) {
			if (!Array.isArray(value)) continue;
			const children = value.filter(isDataObject).filter(isAssignment);
			for (const child of children) this.add(present, child);
			if (!LIST_OF_ASSIGNMENTS.test(name)) continue;
			if (children.length === value.length) present.isShown = true;
			else present.unread = name;
		}
	}

	private add(present: Present, assignment: IDataObject): void {
		this.isExpanded = true;
		const scope = this.scopes.meantBy(assignment, assignment.scopeName);
		if (scope) present.set.set(idKey(scope.id), scope.id);
		else
			present.doubt = `One of its assignments is to the scope "${String(assignment.scopeName)}", which is not a unique name, and has no scope ID.`;
	}
}

function uncertain(controlId: string, why: string): UserError {
	return userError(
		`Couldn't determine the current scopes of the control ${controlId}`,
		`${why} ${NOTHING_WRITTEN}`,
	);
}

const NOTHING_WRITTEN =
	'Nothing was written, because unknown assignments would be removed. To set all assignments of the control, use Mode: Replace, without Dry Run.';

/** @returns an error when more would be removed than the user allows */
export function excessRemovals(
	changes: AssignmentChange[],
	removeAtMost: number,
): UserError | undefined {
	const count = changes.reduce((sum, { removed }) => sum + removed.length, 0);
	if (count <= removeAtMost) return undefined;
	return overLimit(
		`${countOf(count, 'assignment')} would be removed, but Removal Limit is ${removeAtMost}`,
		'Removal Limit',
	);
}

/** @returns whether the control has other scopes afterwards */
export function isChange({ added, removed }: AssignmentChange): boolean {
	return added.length + removed.length > 0;
}

/** @returns the change as a dry run shows it, with the paths of the scopes */
export async function previewAssignment(
	change: AssignmentChange,
	lists: Lists,
): Promise<IDataObject> {
	const { assignment, before, added, removed } = change;
	const scopes = await lists.scopes();
	const paths = (ids: string[]) => ids.map((id) => scopes.get(id)?.path ?? id);
	const scopeIds = [...assignment.scopes.values()].map(({ id }) => id);
	const control = (await lists.controls()).get(assignment.controlId);
	return {
		// A table shows the first columns without scrolling.
		controlIdentifier: control?.name || null,
		action: isChange(change) ? 'changed' : 'unchanged',
		added: paths(added),
		removed: paths(removed),
		before: paths([...before.values()]),
		after: paths(scopeIds),
		objectType: 'control',
		objectId: assignment.controlId,
		scopeIds,
	};
}
