import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../client';
import { unwrapList } from '../../json';

/** Which controls are listed; without a member that is left out, all are. */
export interface ControlFilters {
	/** Adds scope-assigned controls, parents and child assignments. */
	expandScopes?: boolean;
	status?: string;
	/** Leaves only controls that the client can link to. */
	canLink?: boolean;
}

/**
 * Lists controls (scoped-controls, `GET /v1/controls`).
 *
 * @returns controls with every field that the service sent
 * @throws ServiceError when the service refuses
 */
export async function listControls(
	client: ServiceClient,
	{ expandScopes = false, status = '', canLink = false }: ControlFilters = {},
): Promise<IDataObject[]> {
	const query = {
		...(expandScopes && { expandScopes: 'true' }),
		...(canLink && { canLink: 'true' }),
		...(status !== '' && { status }),
	};
	const { body } = await client.send({ method: 'GET', path: '/v1/controls', query });
	return unwrapList(body, 'controls');
}
