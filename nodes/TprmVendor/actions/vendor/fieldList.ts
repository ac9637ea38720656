import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import { searchVendors } from '../../../shared/service/api/vendors';
import { ServiceClient } from '../../../shared/service/client';
import { isSetByService } from './sentBody';
import { kindInWords } from './valueKinds';

/**
 * Fills the list of fields with those that the vendors of the organization have, since the
 * specification does not name them (third-party-risk, `POST /tprm-api/vendors/search`).
 */
export async function getVendorFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const { records: vendors } = await searchVendors(new ServiceClient(this));
	const byName = new Map<string, unknown>();
	for (const [name, value] of vendors.flatMap((vendor: IDataObject) => Object.entries(vendor)))
		byName.set(name, byName.get(name) ?? value);
	// The service assigns IDs, so that they can only be matched.
	const operation = this.getCurrentNodeParameter('operation');
	if (operation !== 'upsert' && operation !== 'sync') byName.delete('id');
	return {
		fields: [...byName].map(([name, value]): ResourceMapperField => {
			const type = memberOf(FIELD_TYPES, kindInWords(value ?? '')) ?? 'string';
			return {
				id: name,
				displayName: name,
				defaultMatch: name === 'name',
				canBeUsedToMatch: ['string', 'number', 'options'].includes(type),
				required: false,
				display: true,
				type,
				// A toggle would be off instead of empty, and so be sent by a user who never touched it.
				...(type === 'options' && {
					options: [
						{ name: 'True', value: true },
						{ name: 'False', value: false },
					],
				}),
				...(name !== 'id' && isSetByService(name) && { removed: true }),
			};
		}),
		...(vendors.length === 0 && {
			emptyFieldsNotice:
				'There are no vendors yet to learn the fields from. Set Vendor Fields to From Names and Values or From JSON.',
		}),
	};
}

/** Dates stay text: n8n would make a datetime of each, also where the service has a day only. */
const FIELD_TYPES: Record<string, FieldType> = {
	'a list': 'array',
	'a number': 'number',
	'an object': 'object',
	'true or false': 'options',
};
