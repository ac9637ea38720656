import type { IDataObject } from 'n8n-workflow';

import type { Harness } from '../../sandbox/engine/harness';
import type { WorkflowResult } from '../../sandbox/engine/engine';
import { NODE } from '../../sandbox/engine/singleNode';

/** Parameters for a table with the columns `path` and `owner`. */
export const PATH_TABLE = { path: '={{ $json.path }}', owner: '={{ $json.owner }}' };

/**
 * Runs Scope Tree > Sync.
 *
 * @param rows the input items
 * @param parameters of the operation
 * @param settings of the node
 */
export async function syncScopes(
	harness: Harness,
	rows: object[],
	parameters: IDataObject = {},
	settings: IDataObject = {},
): Promise<WorkflowResult> {
	const operation = { resource: 'tree', operation: 'sync', ...PATH_TABLE };
	return await harness.run(
		{ type: 'scope', parameters: { ...operation, ...parameters }, settings },
		rows as IDataObject[],
	);
}

/** @returns what a sync did, such as `created EMEA / Berlin`; an error by its message */
export function actionsOf(result: WorkflowResult): string[] {
	return result.json(NODE).map(({ action, path, error }) => {
		const { message } = (error ?? {}) as IDataObject;
		return message === undefined ? `${String(action)} ${String(path)}` : String(message);
	});
}

/** @returns the requests that change something, such as `POST /v1/scopes` */
export function writesTo({ service }: Harness): string[] {
	return service.log.requests
		.filter(({ method, path }) => path.startsWith('/v1/') && method !== 'GET')
		.filter(({ path }) => path !== '/v1/scopes/tree')
		.map(({ method, path }) => `${method} ${path}`);
}

/** @returns the scopes of the service as `status path (owner)`, sorted by path */
export function scopesOf({ service }: Harness): string[] {
	return [...service.organization.scopes.values()]
		.map(({ pathNames, owner, status }) => ({ path: pathNames.join(' / '), owner, status }))
		.sort((a, b) => a.path.localeCompare(b.path))
		.map(({ path, owner, status }) => `${status} ${path} (${owner})`);
}
