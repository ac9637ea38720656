import type { IDataObject } from 'n8n-workflow';

import { type BulkAnswer, readBulkAnswer } from '../bulk';
import type { ServiceResponse } from '../call';
import type { ServiceClient } from '../client';
import { isDerived } from './controls';

/**
 * @param child from a list in a control; the specification does not say under which name assignments are
 * @returns whether it is an assignment of that control
 */
export function isAssignment(child: IDataObject): boolean {
	return isDerived(child) || typeof child.scopeName === 'string';
}

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
 * @returns the derived controls, as far as the service answers with them, what it reports as failed, and the response
 * @throws ServiceError when the service refuses
 */
export async function assignScopes(
	client: ServiceClient,
	assignments: ScopeAssignment[],
): Promise<{ answer: BulkAnswer; response: ServiceResponse }> {
	const response = await client.send({
		method: 'POST',
		path: '/v1/scopeassignments',
		body: assignments.map(toRequestItem),
		repeatable: true,
	});
	return { answer: readBulkAnswer(response.body, 'controls'), response };
}

/** @returns an assignment as it is sent (scoped-controls, Scope assignment request item) */
export function toRequestItem({ controlId, scopeIds }: ScopeAssignment): IDataObject {
	return { objectType: 'control', objectId: controlId, scopeIds };
}
