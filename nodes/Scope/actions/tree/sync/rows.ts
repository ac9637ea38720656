import type { IExecuteFunctions } from 'n8n-workflow';

import { ParameterColumn } from '../../../../shared/node/parameterColumn';
import { toText } from '../../../../shared/node/parameters';
import type { BatchEntry } from '../../../../shared/node/types';
import type { SyncSettings } from './settings';
import type { RowPath } from './tables/table';
import { toProblem } from './tables/table';

/** A scope as a row wants it. */
export interface ScopeInput {
	/** From the top level down. */
	names: string[];
	/** Id of the scope; `''` to find it by its names. */
	scopeId: string;
	/** `''` keeps the owner. */
	owner: string;
	/** `undefined` keeps the description, `''` clears it. */
	description?: string;
}

/** The scope of a row that cannot be used: no other row may change it instead. */
export interface Claim {
	itemIndex: number;
	scopeId: string;
	/** From the top level down; as far as it is known. */
	names: string[];
}

/** One input item. */
export interface Row extends RowPath {
	/** `undefined` when the row cannot be used. */
	entry?: BatchEntry<ScopeInput>;
	/** `undefined` when the row can be used, or has no ID. */
	claim?: Claim;
}

/**
 * Reads all input items.
 *
 * @returns one row per item; what is wrong with a row is its problem, and no exception
 */
export function readRows(context: IExecuteFunctions, settings: SyncSettings): Row[] {
	const { table, byId } = settings;
	const owners = new ParameterColumn(context, 'owner');
	const scopeIds = byId ? new ParameterColumn(context, 'scopeId') : undefined;
	const fields = new ParameterColumn(context, 'additionalFields', {});
	const claimOf = (itemIndex: number, names: string[]): Pick<Row, 'claim'> => {
		try {
			const scopeId = toText(scopeIds?.read(itemIndex), 'Scope ID');
			return scopeId === '' ? {} : { claim: { itemIndex, scopeId, names } };
		} catch {
			// The row has a problem already, and without an ID it is no row of a certain scope.
			return {};
		}
	};
	return table.readPaths(context, settings).map((path, itemIndex): Row => {
		const { names } = path;
		if (path.problem) return { ...path, ...claimOf(itemIndex, names) };
		try {
			const owner = toText(owners.read(itemIndex), 'Owner');
			const scopeId = toText(scopeIds?.read(itemIndex), 'Scope ID');
			const { description } = fields.members(itemIndex);
			const isKept = description === undefined || description === null;
			const rest = isKept ? {} : { description: toText(description, 'Description') };
			return { names, entry: { itemIndex, input: { names, scopeId, owner, ...rest } } };
		} catch (error) {
			return { names, problem: toProblem(error), ...claimOf(itemIndex, names) };
		}
	});
}
