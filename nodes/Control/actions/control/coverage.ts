import type { IDataObject } from 'n8n-workflow';

import {
	CONTROL_WORDS,
	Directory,
	type Listed,
	SCOPE_WORDS,
	toControl,
	toScope,
} from '../../../shared/assignments/directory';
import { PresentAssignments } from '../../../shared/assignments/presentAssignments';
import { countOf } from '../../../shared/basics/countOf';
import { idKey } from '../../../shared/basics/ids';
import { type ControlFilters, isDerived, listControls } from '../../../shared/service/api/controls';
import { listAllScopes } from '../../../shared/service/api/scopes';
import type { ServiceClient } from '../../../shared/service/client';
import { complete, type RecordList } from '../../../shared/service/recordList';

/** A control and the scopes that it is assigned to. */
export interface CoveredControl {
	record: IDataObject;
	/** By {@link idKey} of the scope. */
	scopes: ReadonlyMap<string, string>;
}

/** Which controls are assigned to which scopes. */
export interface Coverage {
	controls: CoveredControl[];
	scopes: Directory;
	/** Whether there are controls that the filters leave out. */
	isFiltered: boolean;
	/** The list of controls, as the service answered it. */
	list: RecordList;
}

/**
 * Reads the expanded list of controls and the list of scopes, each once (scoped-controls, `GET /v1/controls` and
 * `GET /v1/scopes`).
 *
 * @returns the controls that the filters leave, in the order of the service
 * @throws ServiceError or UserError when a list cannot be read, or does not show what is assigned
 */
export async function readCoverage(
	client: ServiceClient,
	filters: ControlFilters,
): Promise<Coverage> {
	let doubt: string | undefined;
	const onDoubt = (why: string) => (doubt = why);
	const expanded = await listControls(client, { ...filters, expandScopes: true });
	const needs = 'Output: Controls: it must have all controls, each with an id.';
	const list = complete(expanded, onDoubt, 'controls', needs);
	const scopes = new Directory(await listAllScopes(client, onDoubt), toScope, SCOPE_WORDS);
	const controls = new Directory(list.records, toControl, CONTROL_WORDS);
	const isFiltered = filters.canLink === true || Boolean(filters.status);
	const present = new PresentAssignments(controls, scopes, { advice: ADVICE, isFiltered });
	return {
		controls: list.records
			.filter((record) => !isDerived(record))
			.map((record) => ({ record, scopes: present.of(String(record.id)) })),
		...{ scopes, isFiltered },
		list: { ...list, ...(doubt !== undefined && { doubt }) },
	};
}

const ADVICE =
	'Output: Controls, with the filter Expand Scopes, shows what the service returns about assignments.';

/** @returns how many controls have no scope, and how many active scopes no control, in words */
export function describeGaps({ controls, scopes, isFiltered }: Coverage): string {
	const used = new Set(controls.flatMap((control) => [...control.scopes.keys()]));
	const bare = controls.filter((control) => control.scopes.size === 0).length;
	const unused = scopes.usable.filter(({ id }) => !used.has(idKey(id))).length;
	return `${bare} of ${countOf(controls.length, 'control')} without a scope. ${unused} of ${countOf(scopes.usable.length, 'active scope')} without a control${isFiltered ? ' that the filters leave' : ''}.`;
}

/** @returns the scopes of a control, in the order of the service */
export function scopesOf({ scopes: assigned }: CoveredControl, { scopes }: Coverage): Listed[] {
	return [...assigned.values()].flatMap((id) => scopes.get(id) ?? []);
}
