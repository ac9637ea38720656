import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { isRecord } from '../../../shared/json';
import { searchVendors } from '../../../shared/service/api/vendors';
import { ServiceClient } from '../../../shared/service/client';
import { isSetByService } from './fieldNames';

/** The field that Create or Update starts with to find a vendor. */
const DEFAULT_MATCH = 'name';

/** A toggle would be off instead of empty, and so be sent by a user who never touched it. */
const TRUE_OR_FALSE: INodePropertyOptions[] = [
	{ name: 'True', value: true },
	{ name: 'False', value: false },
];

/**
 * Fills the list of fields with those that the vendors of the organization have, since the
 * specification does not name them (third-party-risk, `POST /tprm-api/vendors/search`).
 */
export async function getVendorFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const { vendors } = await searchVendors(new ServiceClient(this));
	const byName = new Map<string, unknown>();
	for (const [name, value] of vendors.flatMap((vendor: IDataObject) => Object.entries(vendor)))
		byName.set(name, byName.get(name) ?? value);
	// The service assigns IDs, so that they can only be matched.
	if (this.getCurrentNodeParameter('operation') !== 'upsert') byName.delete('id');
	return {
		fields: [...byName].map(([name, value]) => toField(name, value)),
		...(vendors.length === 0 && {
			emptyFieldsNotice:
				'There are no vendors yet to learn the fields from. Set Vendor Fields to From Fields Below or From JSON.',
		}),
	};
}

/** @param value of a vendor that has one; `null` if none has */
function toField(name: string, value: unknown): ResourceMapperField {
	const type = typeOf(value);
	return {
		id: name,
		displayName: toLabel(name),
		defaultMatch: name === DEFAULT_MATCH,
		canBeUsedToMatch: ['string', 'number', 'options'].includes(type),
		required: false,
		display: true,
		type,
		...(type === 'options' && { options: TRUE_OR_FALSE }),
		...(name !== 'id' && isSetByService(name) && { removed: true }),
	};
}

/** Dates stay text: n8n would make a datetime of each, also where the service has a day only. */
function typeOf(value: unknown): FieldType {
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'boolean') return 'options';
	if (typeof value === 'number') return 'number';
	return isRecord(value) ? 'object' : 'string';
}

/** @returns `Contract End Date` for `contract_end_date` or `contractEndDate` */
function toLabel(name: string): string {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[_\s]+/)
		.map((word) => (/^id$/i.test(word) ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');
}
