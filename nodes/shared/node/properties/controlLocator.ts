import type { INodeProperties } from 'n8n-workflow';

import type { LocatorTexts } from './locator';
import { idLocator, listSearch } from './locator';
import { listControls } from '../../service/api/scopedControls';

/**
 * A parameter that takes one control: from a list, by its identifier (mode `identifier`) or by id. The
 * node that uses it has {@link searchControls} among its `methods.listSearch`.
 */
export function controlLocator(texts: LocatorTexts): INodeProperties {
	const mode = { searchListMethod: 'searchControls', what: 'control', placeholder: PLACEHOLDER };
	return idLocator(texts, mode, {
		modes: [
			{
				displayName: 'By Identifier',
				name: 'identifier',
				type: 'string',
				placeholder: 'e.g. AC-01',
			},
		],
	});
}

const PLACEHOLDER = 'e.g. 9b1d4c7a-3f2c-4a9e-8f0e-1e472a6b8d5c';

/** Fills the list of one control: identifier and name. */
export const searchControls = listSearch(async (client) =>
	(await listControls(client)).records.map(({ id, controlIdentifier, name }) => ({
		name: [controlIdentifier, name].filter(Boolean).join(' '),
		value: String(id),
	})),
);
