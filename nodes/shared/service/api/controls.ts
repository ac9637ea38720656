import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../client';
import { unwrapList } from '../../json';
import { completeList, unusableList } from './completeList';

const PATH = '/v1/controls';

/** Name of the list in an answer that has several. */
const MEMBER = 'controls';

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
	const { body } = await client.send({ method: 'GET', path: PATH, query });
	return unwrapList(body, MEMBER);
}

/**
 * Lists all controls for a decision that a wrong list would make wrong.
 *
 * @param expandScopes adds scope-assigned controls, parents and child assignments
 * @throws UserError when the answer is not a complete list, or a control in it has no id
 * @throws ServiceError when the service refuses
 */
export async function listAllControls(
	client: ServiceClient,
	expandScopes: boolean,
): Promise<IDataObject[]> {
	const query = { expandScopes: expandScopes ? 'true' : undefined };
	const { body } = await client.send({ method: 'GET', path: PATH, query });
	const controls = completeList(body, MEMBER, ({ id }) => typeof id === 'string');
	if (controls) return controls;
	throw unusableList(
		'controls',
		'Check the output of Control > Get Many: it must have all controls, each with an id.',
	);
}
