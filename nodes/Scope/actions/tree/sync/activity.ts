import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../../shared/ids';
import { isDataObject } from '../../../../shared/json';
import type { ServiceClient } from '../../../../shared/service/send';
import { getScopeTree } from '../../../../shared/service/api/scopes';

const ACTIVE = 'active';

/**
 * Finds out which scopes are active. The specification shows no status in a list of scopes
 * (scoped-controls, `GET /v1/scopes`): where it is missing, the tree of active scopes says it.
 *
 * @param records the scopes of the service
 * @returns whether one of these scopes is active
 * @throws UserError when the tree does not say it either
 * @throws ServiceError when the service refuses
 */
export async function activityOf(
	client: ServiceClient,
	records: IDataObject[],
): Promise<(record: IDataObject) => boolean> {
	const needsTree = records.some((record) => statusOf(record) === '');
	const ids = needsTree ? activeIds(await getScopeTree(client, true)) : new Set<string>();
	return (record) => {
		const status = statusOf(record);
		return status === '' ? ids.has(idKey(String(record.id))) : status === ACTIVE;
	};
}

function activeIds(root: IDataObject): Set<string> {
	if (!Array.isArray(root.children)) throw unknownActivity();
	const ids = new Set<string>();
	const open = [root];
	for (let node = open.pop(); node; node = open.pop()) {
		const { id, children } = node;
		if (typeof id === 'string' && [ACTIVE, ''].includes(statusOf(node))) ids.add(idKey(id));
		// The root may stand for the organization, and need no id.
		else if (typeof id !== 'string' && node !== root) throw unknownActivity();
		if (!Array.isArray(children)) continue;
		for (const child of children) if (isDataObject(child)) open.push(child);
	}
	return ids;
}

function statusOf({ status }: IDataObject): string {
	return typeof status === 'string' ? status.trim().toLowerCase() : '';
}

function unknownActivity(): UserError {
	return new UserError('The service does not show which scopes are active', {
		description:
			'The list of scopes has no status, and the scope tree has no ID for each scope. Check the output of Scope Tree > Get. Nothing was written.',
	});
}
