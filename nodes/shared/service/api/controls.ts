import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../send';
import type { OnDoubt, RecordList } from './completeList';
import { readList } from './completeList';
import { unusableList } from './unusableList';

const PATH = '/v1/controls';

/** Which controls are listed; without a member that is left out, all are. */
export interface ControlFilters {
	/** Adds scope-assigned controls, parents and child assignments. */
	expandScopes?: boolean;
	status?: string;
	/** Leaves only controls that the client can link to. */
	canLink?: boolean;
}

/** @returns whether a control is an assignment of another one to a scope */
export function isDerived({ controlType }: IDataObject): boolean {
	return controlType === 'scopeAssignment';
}

/**
 * @param child from a list in a control; the specification does not say under which name assignments are
 * @returns whether it is an assignment of that control
 */
export function isAssignment(child: IDataObject): boolean {
	return isDerived(child) || typeof child.scopeName === 'string';
}

/**
 * Lists controls (scoped-controls, `GET /v1/controls`).
 *
 * @returns controls with every field that the service sent
 * @throws ServiceError when the service refuses
 */
export async function listControls(
	client: ServiceClient,
	filters?: ControlFilters,
): Promise<IDataObject[]> {
	return (await fetchControls(client, filters)).records;
}

/** {@link listControls}, with what says that these may not be all. */
export async function fetchControls(
	client: ServiceClient,
	{ expandScopes = false, status = '', canLink = false }: ControlFilters = {},
): Promise<RecordList> {
	const query = {
		...(expandScopes && { expandScopes: 'true' }),
		...(canLink && { canLink: 'true' }),
		...(status !== '' && { status }),
	};
	return readList(await client.send({ method: 'GET', path: PATH, query }), 'control');
}

/**
 * Lists all controls for a decision that a wrong list would make wrong.
 *
 * @param expandScopes adds scope-assigned controls, parents and child assignments
 * @param onDoubt is called when the list is not complete, and throws unless that is accepted
 * @throws UserError when the answer is not a list, or a control in it has no id; what `onDoubt` throws
 * @throws ServiceError when the service refuses
 */
export async function listAllControls(
	client: ServiceClient,
	expandScopes: boolean,
	onDoubt: OnDoubt,
): Promise<IDataObject[]> {
	const { records, isList, doubt } = await fetchControls(client, { expandScopes });
	if (isList && records.every(({ id }) => typeof id === 'string')) {
		if (doubt !== undefined) onDoubt(doubt);
		return records;
	}
	throw unusableList(
		'controls',
		'Check the output of Control > Get Many: it must have all controls, each with an id.',
	);
}
