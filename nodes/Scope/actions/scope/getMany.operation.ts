import { filtersCollection, readFilter } from '../../../shared/node/filters';
import { getManyOperation } from '../../../shared/node/getMany';
import { pathOf } from '../../../shared/node/properties/locators';
import { listScopes } from '../../../shared/service/api/scopes';
import { statusField } from './scopeFields';

/** Lists scopes (scoped-controls, `GET /v1/scopes`). */
export const getMany = getManyOperation({
	fields: [
		filtersCollection([
			statusField('Only return scopes with this status. By default, all scopes are returned.'),
		]),
	],
	read: (item) => readFilter(item, 'status', 'Status'),
	list: async (client, status) => await listScopes(client, status || undefined),
	// The path in text, as the rows of the tree have it, in the first column; the service has the names only.
	output: async () => (scope) =>
		'pathNames' in scope ? Object.assign({ path: '' }, scope, { path: pathOf(scope) }) : scope,
});
