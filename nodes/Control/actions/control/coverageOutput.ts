import type { IDataObject } from 'n8n-workflow';

import type { Directory, Listed } from '../../../shared/assignments/directory';
import {
	ASSIGNED,
	CONTROL_COLUMNS,
	isControlColumn,
	NOT_ASSIGNED,
} from '../../../shared/assignments/matrixSheet';
import { isDataObject } from '../../../shared/basics/guards';
import { idKey } from '../../../shared/basics/ids';
import { setMember } from '../../../shared/basics/members';
import { visible } from '../../../shared/basics/visible';
import { isAssignment } from '../../../shared/service/api/assignments';
import { type Coverage, scopesOf } from './coverage';

/**
 * Makes the sheet that GRC Scope Assignment > Assign reads with Table Layout: Matrix:
 * `{ "id": "9b1d…", "controlIdentifier": "AC-01", "name": "Access policy", "EMEA": "x", "EMEA / Germany": "-" }`.
 *
 * @param chosen IDs, paths, or names of the scopes that have a column; without any, all active ones have one
 * @returns a row for each control; each row has all columns
 * @throws UserError when a chosen scope is not found, archived, or one of several with the name
 */
export function toMatrixRows({ controls, scopes }: Coverage, chosen: string[]): IDataObject[] {
	const listed =
		chosen.length > 0 ? new Set(chosen.map((text) => scopes.find(text))) : scopes.usable;
	const columns = [...listed].map((scope) => ({
		title: titleOf(scope, scopes),
		key: idKey(scope.id),
	}));
	return controls.map(({ record, scopes: assigned }) => {
		const row: IDataObject = {};
		for (const name of CONTROL_COLUMNS) row[name] = record[name] ?? '';
		for (const { title, key } of columns)
			setMember(row, title, assigned.has(key) ? ASSIGNED : NOT_ASSIGNED);
		return row;
	});
}

/** What reads spreadsheets takes a column `constructor` for one that each row has already, and renames it. */
const OF_EVERY_OBJECT = new Set(Object.getOwnPropertyNames(Object.prototype));

/** @returns the name of a scope; its path or ID where something else is found by that */
function titleOf(scope: Listed, scopes: Directory): string {
	const isFound = (title: string) => {
		if (isControlColumn(visible(title)) || OF_EVERY_OBJECT.has(title)) return false;
		const [found, ...others] = scopes.matches(title).filter(({ isArchived }) => !isArchived);
		return found === scope && others.length === 0;
	};
	return [scope.name, scope.path].find(isFound) ?? scope.id;
}

/** @returns each control with its own fields, and its scopes: `{ "scopes": [{ "id": "3f2c…", "path": "EMEA" }] }` */
export function toControlRows(coverage: Coverage): IDataObject[] {
	return coverage.controls.map((control) => {
		const scopes = scopesOf(control, coverage).map(({ id, path }) => ({ id, path }));
		return { ...withoutAssignments(control.record), scopeCount: scopes.length, scopes };
	});
}

function withoutAssignments(record: IDataObject): IDataObject {
	const isList = (value: unknown) =>
		Array.isArray(value) && value.some((entry) => isDataObject(entry) && isAssignment(entry));
	return Object.fromEntries(Object.entries(record).filter(([, value]) => !isList(value)));
}
