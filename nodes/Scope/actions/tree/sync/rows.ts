import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Fold } from '../../../../shared/ids';
import { ParameterColumn } from '../../../../shared/node/parameterColumn';
import { toText } from '../../../../shared/node/parameters';
import type { BatchEntry } from '../../../../shared/node/types';
import { pathText } from './existingScopes';

/** Where a row puts its scope. */
export interface RowPath {
	/** From the top level down; as far as it is known when there is a problem. */
	names: string[];
	/** Why the row has no usable path. */
	problem?: Error;
}

/** What the paths of a table depend on besides its columns. */
export interface TableSettings {
	separator: string;
	fold: Fold;
}

/** A kind of table that describes a hierarchy. */
export interface Table {
	/** Its columns. */
	properties: INodeProperties[];
	/** @returns the path of each input item */
	readPaths: (context: IExecuteFunctions, settings: TableSettings) => RowPath[];
}

/** @returns the columns of a table, shown only for a table of its kind */
export function shownFor(kind: string, properties: INodeProperties[]): INodeProperties[] {
	const displayOptions = { show: { tableHas: [kind] } };
	return properties.map((property) => ({ ...property, displayOptions }));
}

/** @returns what an expression threw, as the problem of its row */
export function toProblem(error: unknown): Error {
	return error instanceof Error ? error : new UserError(String(error));
}

/** Why a row is left out that has no error of its own: one above it has. */
export class SkippedError extends UserError {
	/** @param names of the scope above that cannot be synced */
	constructor(names: string[]) {
		super(`Skipped: its parent "${pathText(names)}" could not be synced`, {
			description: 'Correct the item for the parent scope first.',
		});
	}
}

/**
 * @param level with an empty name, counted from 0
 * @param fix what to do about it
 */
export function emptyLevel(names: string[], level: number, separator: string, fix: string) {
	const path = names.join(` ${separator} `);
	return new UserError(`Level ${level + 1} of the path "${path}" is empty`, { description: fix });
}

/** What applies to the whole run. */
export interface SyncSettings {
	table: Table;
	/** Whether rows can have the id of their scope. */
	byId: boolean;
	separator: string;
	fold: Fold;
	archiveUnnamed: boolean;
	/** Scopes. */
	archiveAtMost: number;
}

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
