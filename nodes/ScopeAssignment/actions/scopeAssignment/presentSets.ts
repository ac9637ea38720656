import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../shared/ids';
import { isDataObject } from '../../../shared/json';
import { isAssignment, isDerived } from '../../../shared/service/api/scopedControls';
import { textsIn } from '../../../shared/service/api/answers';
import type { ControlDirectory, ScopeDirectory } from './directory';

/** Scopes that a control has now: ids by {@link idKey}. */
export type PresentSet = Map<string, string>;

/** A list under such a name is empty for a control without assignments. */
const LIST_OF_ASSIGNMENTS = /assign|child|scope/i;

/**
 * Finds the scopes that controls have now in the expanded list of controls (scoped-controls,
 * `GET /v1/controls`). The specification says that it has the assigned controls with their scope
 * name, parents and child assignments, but not under which names: they are found by what they are.
 *
 * @param controlIds the controls in question
 * @returns by control the set, or why it is not certain: a request replaces all scopes of a control
 * @throws UserError when none of them is certain
 */
export function findPresentSets(
	controlIds: string[],
	controls: ControlDirectory,
	scopes: ScopeDirectory,
): Map<string, PresentSet | UserError> {
	const { sets, doubts, unread, isExpanded } = readAssignments(controls, scopes);
	const find = (controlId: string): PresentSet | UserError => {
		const key = idKey(controlId);
		const set = sets.get(key);
		const doubt = doubts.get(key);
		if (!controls.get(controlId))
			return uncertain(controlId, 'The list of controls does not have it.');
		if (doubt !== undefined) return uncertain(controlId, doubt);
		if (!set && !isExpanded) {
			return uncertain(controlId, 'The list of controls does not show any assignments.');
		}
		const list = unread.get(key);
		if (!set?.size && list !== undefined) {
			return uncertain(controlId, `Its list "${list}" does not show what is assigned.`);
		}
		return set ?? new Map<string, string>();
	};
	return new Map(controlIds.map((controlId) => [idKey(controlId), find(controlId)]));
}

function readAssignments(controls: ControlDirectory, scopes: ScopeDirectory) {
	const sets = new Map<string, PresentSet>();
	const doubts = new Map<string, string>();
	const unread = new Map<string, string>();
	let isExpanded = false;
	const setOf = (id: string) => {
		const set = sets.get(idKey(id)) ?? new Map<string, string>();
		sets.set(idKey(id), set);
		return set;
	};
	const add = (controlId: string, assignment: IDataObject) => {
		isExpanded = true;
		const scope = scopeOf(assignment, scopes);
		if (scope) setOf(controlId).set(idKey(scope.id), scope.id);
		else doubts.set(idKey(controlId), unknownScope(assignment));
	};
	for (const record of controls.records) {
		if (isDerived(record)) {
			const parent = parentOf(record, controls);
			if (!parent) throw unknownParent(record);
			add(String(parent.id), record);
			continue;
		}
		for (const [name, value] of Object.entries(record)) {
			if (!Array.isArray(value)) continue;
			const children = value.filter(isDataObject).filter(isAssignment);
			if (LIST_OF_ASSIGNMENTS.test(name)) {
				if (children.length === value.length) setOf(String(record.id));
				else unread.set(idKey(String(record.id)), name);
			}
			for (const child of children) add(String(record.id), child);
		}
	}
	return { sets, doubts, unread, isExpanded };
}

function parentOf(assignment: IDataObject, controls: ControlDirectory): IDataObject | undefined {
	const { id: _, ...others } = assignment;
	const byId = new Set(textsIn(others).map((text) => controls.get(text)));
	byId.delete(undefined);
	if (byId.size > 0) return byId.size === 1 ? [...byId][0] : undefined;
	return controls.only(String(assignment.controlIdentifier));
}

/** The scope that an id in the assignment or else its unique name leads to. */
function scopeOf(assignment: IDataObject, scopes: ScopeDirectory) {
	const byId = new Set(textsIn(assignment).map((text) => scopes.get(text)));
	byId.delete(undefined);
	if (byId.size === 1) return [...byId][0];
	const named = [...byId].filter((scope) => scope?.name === assignment.scopeName);
	if (byId.size > 0) return named.length === 1 ? named[0] : undefined;
	return scopes.only(String(assignment.scopeName));
}

function unknownScope({ scopeName }: IDataObject): string {
	return `One of its assignments is to the scope "${String(scopeName)}", which is not a unique name, and has no scope ID.`;
}

function unknownParent({ id, scopeName }: IDataObject): UserError {
	return new UserError("Couldn't determine the current scopes of the controls", {
		description: `The assignment ${String(id)} to the scope "${String(scopeName)}" does not say to which control it belongs. ${NOTHING_WRITTEN}`,
	});
}

function uncertain(controlId: string, why: string): UserError {
	return new UserError(`Couldn't determine the current scopes of the control ${controlId}`, {
		description: `${why} ${NOTHING_WRITTEN}`,
	});
}

const NOTHING_WRITTEN =
	'Nothing was written, because scopes that are not known would be removed. To set all scopes of the control, select Replace in Mode.';
