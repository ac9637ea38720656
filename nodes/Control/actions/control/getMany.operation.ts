import { noticeField, switchField, textField } from '../../../shared/forms/fields';
import { switchOf } from '../../../shared/node/coerce';
import { filtersCollection, readFilter } from '../../../shared/node/filters';
import { getManyOperation } from '../../../shared/node/getMany';
import { NOT_AS_TOOL } from '../../../shared/node/properties/asTool';
import { listControls } from '../../../shared/service/api/controls';
import { toAssignmentRows } from './assignmentOutput';

const canLink = switchField(
	'Can Link',
	'canLink',
	'Whether to return only controls that the client ID in the credential can link to',
);

const expandScopes = switchField(
	'Expand Scopes',
	'expandScopes',
	'Whether to also return controls assigned to scopes, with scope name, parent, and child assignments',
);

const assignmentRows = switchField(
	'One Row per Assignment',
	'assignmentRows',
	'Whether to return one flat row per scope assignment, for use in tables. Controls without one are left out. This turns on Expand Scopes, and Limit applies to the rows.',
);

/** Lists controls (scoped-controls, `GET /v1/controls`). */
export const getMany = getManyOperation({
	fields: [
		filtersCollection([
			// Whoever adds one wants it on.
			{ ...canLink, default: true },
			{ ...expandScopes, default: true },
			textField('Status', 'status', 'Only return controls with this status', {
				placeholder: 'e.g. active',
			}),
		]),
		noticeField(
			'otherFiltersNotice',
			"The service has no filter for frameworks. Add n8n's Filter node after this one, for example for a controlIdentifier that starts with AC.",
			NOT_AS_TOOL,
		),
	],
	options: [assignmentRows],
	read: (item) => {
		const added = item.collection('filters');
		const asRows = switchOf(item.options, assignmentRows);
		const filters = {
			expandScopes: asRows || switchOf(added, expandScopes),
			canLink: switchOf(added, canLink),
			status: readFilter(item, 'status', 'Status'),
		};
		return { asRows, filters };
	},
	list: async (client, { asRows, filters }) => {
		const list = await listControls(client, filters);
		if (list.records.length === 0 && filters.status !== '') {
			const note = `No controls found with the status "${filters.status}". Letter case may matter.`;
			return { ...list, note };
		}
		return asRows ? { ...list, records: toAssignmentRows(list.records) } : list;
	},
});
