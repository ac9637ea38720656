import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Fold } from '../../../../../shared/ids';
import { pathText } from '../names';

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
