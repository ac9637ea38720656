import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../../../shared/ids';
import { isDataObject } from '../../../shared/json';
import { isAssignment, isDerived } from '../../../shared/service/api/scopedControls';

/**
 * Turns expanded controls into rows for a table: one per assignment of a control to a scope.
 *
 * The specification says that expanded controls include their child assignments, and that assigned
 * controls are in the list too, but not under which names: children are found by what they are.
 *
 * @param controls as the listing with expanded scopes answers them
 * @returns the control's own fields, `scopeName`, and each other field of the assignment behind
 *   `assignment` (`assignmentId`, `assignmentOwner`, …); controls without an assignment have no row
 */
export function toAssignmentRows(controls: IDataObject[]): IDataObject[] {
	const seen = new Set<string>();
	const rows = controls
		.filter((control) => !isDerived(control))
		.flatMap((control) =>
			childrenOf(control).map((assignment) => {
				for (const name of namesOf(control.id, assignment)) seen.add(name);
				return { ...flatFields(control), ...assignmentFields(assignment) };
			}),
		);
	// Assignments that no listed control claims, for example because a filter left the control out.
	const orphans = controls.filter((control) => {
		const parent = Object.values(control).find(isDataObject);
		return isDerived(control) && !namesOf(parent?.id, control).some((name) => seen.has(name));
	});
	return [...rows, ...orphans.map(orphanRow)];
}

/** An assignment is known by its id, and by control and scope. */
function namesOf(controlId: unknown, { id, scopeName }: IDataObject): string[] {
	return [
		...(typeof id === 'string' ? [idKey(id)] : []),
		...(typeof controlId === 'string' ? [JSON.stringify([idKey(controlId), scopeName])] : []),
	];
}

function childrenOf(control: IDataObject): IDataObject[] {
	return Object.values(control)
		.flatMap((value) => (Array.isArray(value) ? value.filter(isDataObject) : []))
		.filter(isAssignment);
}

function orphanRow(derived: IDataObject): IDataObject {
	const parent = Object.values(derived).find(isDataObject);
	return { ...(parent && flatFields(parent)), ...assignmentFields(derived) };
}

/** A table has no place for lists and objects. */
function flatFields(record: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(record).filter(([, value]) => value === null || typeof value !== 'object'),
	);
}

function assignmentFields(assignment: IDataObject): IDataObject {
	const { scopeName, ...others } = flatFields(assignment);
	const renamed = Object.entries(others).map(([name, value]) => [
		`assignment${name.charAt(0).toUpperCase()}${name.slice(1)}`,
		value,
	]);
	return { scopeName, ...Object.fromEntries(renamed) };
}
