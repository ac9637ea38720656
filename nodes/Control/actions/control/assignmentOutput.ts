import type { IDataObject } from 'n8n-workflow';

import { isDataObject, isObject } from '../../../shared/basics/guards';
import { idKey } from '../../../shared/basics/ids';
import { isAssignment } from '../../../shared/service/api/assignments';
import { isDerived } from '../../../shared/service/api/controls';

/**
 * Turns expanded controls into rows for a table: one per assignment of a control to a scope.
 *
 * The specification says that expanded controls include their child assignments, and that assigned
 * controls are in the list too, but not under which names: children are found by what they are.
 *
 * @param controls as the listing with expanded scopes answers them
 * @returns the control's own fields, `scopeName`, and each other field of the assignment after
 *   `assignment` (`assignmentId`, `assignmentOwner`, …); controls without an assignment have no row
 */
export function toAssignmentRows(controls: IDataObject[]): IDataObject[] {
	const seen = new Set<string>();
	const rowOf = (control: IDataObject, assignment: IDataObject): IDataObject[] => {
		// An assignment is known by its id, and by control and scope.
		const { id, scopeName } = assignment;
		const names = [
			...(typeof id === 'string' ? [idKey(id)] : []),
			...(typeof control.id === 'string' ? [JSON.stringify([idKey(control.id), scopeName])] : []),
		];
		if (names.some((name) => seen.has(name))) return [];
		for (const name of names) seen.add(name);
		return [{ ...flatFields(control), ...assignmentFields(assignment) }];
	};
	const rows = controls
		.filter((control) => !isDerived(control))
		.flatMap((control) => assignmentsOf(control).flatMap((child) => rowOf(control, child)));
	// Assignments that no listed control claims, for example because a filter left the control out.
	const orphans = controls
		.filter(isDerived)
		.flatMap((derived) => rowOf(Object.values(derived).find(isDataObject) ?? {}, derived));
	return [...rows, ...orphans];
}

function assignmentsOf(control: IDataObject): IDataObject[] {
	return Object.values(control)
		.flatMap((value) => (Array.isArray(value) ? value.filter(isDataObject) : []))
		.filter(isAssignment);
}

/** A table has no place for lists and objects. */
function flatFields(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => !isObject(value)));
}

function assignmentFields(assignment: IDataObject): IDataObject {
	const { scopeName, ...others } = flatFields(assignment);
	const renamed = Object.entries(others).map(([name, value]) => [
		`assignment${name.charAt(0).toUpperCase()}${name.slice(1)}`,
		value,
	]);
	return { scopeName, ...Object.fromEntries(renamed) };
}
