import type { IDataObject } from 'n8n-workflow';

import { idKey, isDataObject, isObject } from '../../../shared/basics/values';
import { filtersCollection, getManyOperation, readFilter } from '../../../shared/node/getMany';
import { switchOf } from '../../../shared/node/parameters';
import { defineResource } from '../../../shared/node/resource';
import { isAssignment, isDerived, listControls } from '../../../shared/service/api/scopedControls';
import {
	NOT_AS_TOOL,
	noticeField,
	switchField,
	textField,
} from '../../../shared/node/properties/fields';

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
function toAssignmentRows(controls: IDataObject[]): IDataObject[] {
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
		.flatMap((control) => childrenOf(control).flatMap((child) => rowOf(control, child)));
	// Assignments that no listed control claims, for example because a filter left the control out.
	const orphans = controls
		.filter(isDerived)
		.flatMap((derived) => rowOf(Object.values(derived).find(isDataObject) ?? {}, derived));
	return [...rows, ...orphans];
}

function childrenOf(control: IDataObject): IDataObject[] {
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

const canLink = switchField(
	'Can Link',
	'canLink',
	'Whether to return only controls that the client ID in the credential can link to',
);

const expandScopes = switchField(
	'Expand Scopes',
	'expandScopes',
	'Whether to also return controls assigned to scopes, with scope name, parent, and child assignments',
);

const assignmentRows = switchField(
	'One Row per Assignment',
	'assignmentRows',
	'Whether to return one flat row per scope assignment, for use in tables. Controls without one are left out. This turns on Expand Scopes, and Limit applies to the rows.',
);

/** Lists controls (scoped-controls, `GET /v1/controls`). */
const getMany = getManyOperation({
	fields: [
		filtersCollection([
			// Whoever adds one wants it on.
			{ ...canLink, default: true },
			{ ...expandScopes, default: true },
			textField('Status', 'status', 'Only return controls with this status', {
				placeholder: 'e.g. active',
			}),
		]),
		noticeField(
			'otherFiltersNotice',
			"The service has no filter for frameworks. Add n8n's Filter node after this one, for example for a controlIdentifier that starts with AC.",
			NOT_AS_TOOL,
		),
	],
	options: [assignmentRows],
	read: (item) => {
		const added = item.collection('filters');
		const asRows = switchOf(item.options, assignmentRows);
		const filters = {
			expandScopes: asRows || switchOf(added, expandScopes),
			canLink: switchOf(added, canLink),
			status: readFilter(item, 'status', 'Status'),
		};
		return { asRows, filters };
	},
	list: async (client, { asRows, filters }) => {
		const list = await listControls(client, filters);
		if (list.records.length === 0 && filters.status !== '') {
			const note = `No controls found with the status "${filters.status}". Letter case may matter.`;
			return { ...list, note };
		}
		return asRows ? { ...list, records: toAssignmentRows(list.records) } : list;
	},
});

/** The resource Control and its operations. */
export const control = defineResource('control', 'Control', 'getMany', {
	getMany: {
		name: 'Get Many',
		action: 'Get many controls',
		description: 'List controls, optionally with their scope assignments',
		operation: getMany,
	},
});
