import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../../shared/transport/list';

const DERIVED = 'scopeAssignment';

/**
 * Turns expanded controls into rows for a table: one per assignment of a control to a scope.
 *
 * The specification says that expanded controls carry their child assignments, and that assigned
 * controls are in the list too, but not under which names: children are found by what they are.
 *
 * @param controls as the listing with expanded scopes answers them
 * @returns the control's own fields, `scopeName`, and each other field of the assignment behind
 *   `assignment` (`assignmentId`, `assignmentOwner`, …); controls without an assignment have no row
 */
export function toAssignmentRows(controls: IDataObject[]): IDataObject[] {
	const seen = new Set<unknown>();
	const rowsOf = (control: IDataObject) =>
		childrenOf(control).map((assignment) => {
			seen.add(assignment.id);
			return { ...flatFields(control), ...assignmentFields(assignment) };
		});
	const rows = controls.filter((control) => !isDerived(control)).flatMap(rowsOf);
	// Assignments that no listed control claims, for example because a filter left the control out.
	const orphans = controls.filter((control) => isDerived(control) && !seen.has(control.id));
	return [...rows, ...orphans.map(orphanRow)];
}

function isDerived({ controlType }: IDataObject): boolean {
	return controlType === DERIVED;
}

function childrenOf(control: IDataObject): IDataObject[] {
	return Object.values(control)
		.flatMap((value) => (Array.isArray(value) ? value.filter(isDataObject) : []))
		.filter((child) => isDerived(child) || typeof child.scopeName === 'string');
}

function orphanRow(derived: IDataObject): IDataObject {
	const parent = Object.values(derived).find(isDataObject);
	return { ...(parent && flatFields(parent)), ...assignmentFields(derived) };
}

/** A table has no place for lists of children. */
function flatFields(control: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(control).filter(
			([, value]) => !Array.isArray(value) || !value.some(isDataObject),
		),
	);
}

function assignmentFields(assignment: IDataObject): IDataObject {
	const { scopeName, ...others } = assignment;
	const renamed = Object.entries(others)
		.filter(([, value]) => !isDataObject(value))
		.map(([name, value]) => [`assignment${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]);
	return { scopeName, ...Object.fromEntries(renamed) };
}
