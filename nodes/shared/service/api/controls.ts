import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../client';
import { complete, fetchList, type OnDoubt, type RecordList } from '../recordList';

const CONTROLS_PATH = '/v1/controls';

/** Which controls are listed; without a member that is left out, all are. */
interface ControlFilters {
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
 * Lists controls (scoped-controls, `GET /v1/controls`).
 *
 * @returns controls with every field that the service sent, and what says that these may not be all
 * @throws ServiceError when the service refuses
 */
export async function listControls(
	client: ServiceClient,
	{ expandScopes = false, status = '', canLink = false }: ControlFilters = {},
): Promise<RecordList> {
	const query = {
		expandScopes: expandScopes ? 'true' : undefined,
		canLink: canLink ? 'true' : undefined,
		status: status || undefined,
	};
	return await fetchList(client, { method: 'GET', path: CONTROLS_PATH, query }, 'control');
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
	return complete(
		await listControls(client, { expandScopes }),
		onDoubt,
		'controls',
		'GRC Control > Get Many: it must have all controls, each with an id.',
	).records;
}
