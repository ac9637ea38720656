import type { IDataObject } from 'n8n-workflow';

import { memberOf, setMember } from '../basics/members';
import type { Changes } from './changes';
import type { Receipt } from './receipt';

/** What is done to a record, or would be done. */
export type Action =
	'created' | 'updated' | 'unchanged' | 'reactivated' | 'archived' | 'deleted' | 'assigned';

/** What a run says about one record that it writes, or would write. */
export interface Evidence {
	action: Action;
	/** Why, in words; `''` when there is no more to say. */
	why: string;
	/** What a person should look at, a sentence each. */
	warnings: readonly string[];
	/** What identifies the record: its id and its name or path. */
	identity: IDataObject;
	changes: Changes;
	/** What else is destroyed or added, such as `removedAssignments`. */
	besides: IDataObject;
	/** The record afterwards, its fields at the top level of the row. */
	record: IDataObject;
	/** Whether it replaces what is not known, so that nothing can say what is lost. */
	isBlind?: boolean;
	/** The whole record as it was, where nothing is left of it, or only its status changes. */
	lost?: IDataObject;
}

/** How a row ends: with the request, or with the plan that it is part of. */
export type RowEnd = Receipt | { dryRun: true; plan: string };

/**
 * Names that a row has by itself. A record's own field of such a name is in `record`, or it would pass as our
 * evidence: `{ "why": "", "record": { "why": "text of the vendor" } }`.
 */
export const ROW_NAMES: ReadonlySet<string> = new Set([
	...['action', 'why', 'fix', 'warning', 'row', 'input', 'path', 'changes', 'record'],
	...['removedAssignments', 'formerAssignments', 'addedAssignments'],
	...['added', 'removed', 'assignments', 'deleted', 'confirmed'],
	...['dryRun', 'plan', 'requestId', 'writtenAt', 'responseTimeMs'],
]);

/**
 * Makes the row of a record: the same columns in the same order for each operation, planned or done. First what
 * was done and why, as a table shows the first columns, then the fields of the record, then the request.
 *
 * @param row of the input, counted from 1; `null` for a record that no row names
 */
export function rowOf(evidence: Evidence, row: number | null, end: RowEnd): IDataObject {
	const { action, why, warnings, identity, changes, besides, record } = evidence;
	const json: IDataObject = { action, why, warning: warnings.join(' '), row };
	Object.assign(json, identity, { changes }, besides);
	// Nearly all records end here; a copy of so many fields costs more than all else of a row.
	if (!Object.keys(record).some((name) => name === '__proto__' || ROW_NAMES.has(name)))
		return Object.assign(json, record, end);
	const fields = Object.entries(record);
	const others = Object.fromEntries(fields.filter(([name]) => !ROW_NAMES.has(name)));
	const covered = Object.fromEntries(fields.filter(([name]) => ROW_NAMES.has(name)));
	// A record that was deleted is whole already.
	return { ...json, ...others, record: covered, ...besides, ...end };
}

/**
 * @param written the record as the service answered
 * @param isSame whether two values of a field are the same to the service, however they are written
 * @returns the evidence with what the service has now: a value that it keeps differently is shown as it is kept,
 *   and one that it has not changed is warned of
 */
export function afterAnswer(
	evidence: Evidence,
	written: IDataObject,
	isSame: (present: unknown, wanted: unknown) => boolean,
): Evidence {
	const changes: Changes = {};
	const ignored = new Array<string>();
	for (const [field, change] of Object.entries(evidence.changes)) {
		const kept = memberOf(written, field);
		const isKept = kept === undefined || isSame(kept, change.current);
		setMember(changes, field, isKept ? change : { ...change, current: kept });
		if (!isKept && 'previous' in change && isSame(kept, change.previous)) ignored.push(field);
	}
	const { id } = evidence.identity;
	const identity = { ...evidence.identity, id: id ?? written.id ?? null };
	// Services accept fields that they do not write, and say nothing about it.
	const warnings =
		ignored.length === 0
			? evidence.warnings
			: [...evidence.warnings, `The service still has the old value of ${ignored.join(', ')}.`];
	return { ...evidence, identity, warnings, changes, record: written };
}
