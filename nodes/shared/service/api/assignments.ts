import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../send';
import type { BulkAnswer } from './bulkAnswer';
import { readBulkAnswer } from './bulkAnswer';

/** All scopes of one control (scoped-controls, Scope assignment request item). */
export interface ScopeAssignment {
	controlId: string;
	/** Replaces whatever was assigned before. */
	scopeIds: string[];
}

/**
 * Assigns controls to scopes (scoped-controls, `POST /v1/scopeassignments`). Each assignment replaces
 * the whole set of its control, so that a repetition changes nothing.
 *
 * @returns the derived controls, as far as the service answers with them, and what it reports as failed
 * @throws ServiceError when the service refuses
 */
export async function assignScopes(
	client: ServiceClient,
	assignments: ScopeAssignment[],
): Promise<BulkAnswer> {
	const items = assignments.map(toRequestItem);
	const call = { method: 'POST', path: '/v1/scopeassignments', body: items } as const;
	return readBulkAnswer((await client.send({ ...call, repeatable: true })).body, 'controls');
}

/** @returns an assignment as it is sent (scoped-controls, Scope assignment request item) */
export function toRequestItem({ controlId, scopeIds }: ScopeAssignment): IDataObject {
	return { objectType: 'control', objectId: controlId, scopeIds };
}
