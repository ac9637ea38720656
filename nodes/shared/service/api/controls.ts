import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../client';
import { fetchList, type RecordList } from '../recordList';

const CONTROLS_PATH = '/v1/controls';

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
