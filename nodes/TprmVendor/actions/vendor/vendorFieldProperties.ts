import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { isRecord } from '../../../shared/basics/values';
import { searchVendors } from '../../../shared/service/api/thirdPartyRisk';
import { ServiceClient } from '../../../shared/service/send';

const FROM_INPUT: INodePropertyOptions = {
	name: 'From Input Item',
	value: 'input',
	description: 'Send the fields of the input item',
};

const ENTERED: INodePropertyOptions[] = [
	{
		name: 'From Field List',
		value: 'map',
		description: 'Enter values for the fields that the vendors of your organization have',
	},
	{
		name: 'From Fields Below',
		value: 'rows',
		description: 'Enter the name and value of each field',
	},
	{
		name: 'From JSON',
		value: 'json',
		description: 'Enter a JSON object with names and values',
	},
];

const fieldsFrom: INodeProperties = {
	displayName: 'Vendor Fields',
	name: 'fieldsFrom',
	type: 'options',
	options: [FROM_INPUT, ...ENTERED],
	default: 'input',
	displayOptions: { hide: { '@tool': [true] } },
	description:
		'Where the fields of the vendor come from. Use the field names of the service, e.g. name or tprm_contract_end_date.',
};

const fieldsJson: INodeProperties = {
	displayName: 'Fields (JSON)',
	name: 'fieldsJson',
	type: 'json',
	default: '{\n  "name": ""\n}',
	displayOptions: { show: { fieldsFrom: ['json'] }, hide: { '@tool': [true] } },
	description: 'Field names and values as a JSON object',
};

/**
 * Where the fields of a vendor come from. The specification names none of them, so the node knows
 * none: they are sent as the user enters them. A tool of an agent has no vendor in its input item, so
 * there the model fills in JSON.
 *
 * @param mode `upsert` for an operation that finds vendors by one of the fields
 */
export function vendorFieldProperties(mode: 'add' | 'upsert' = 'add'): INodeProperties[] {
	return [
		fieldsFrom,
		{
			...fieldsFrom,
			displayOptions: { show: { '@tool': [true] } },
			options: ENTERED,
			default: 'json',
		},
		{
			displayName: 'Fields',
			name: 'fieldList',
			type: 'resourceMapper',
			noDataExpression: true,
			typeOptions: {
				loadOptionsDependsOn: ['operation'],
				resourceMapper: {
					resourceMapperMethod: 'getVendorFields',
					mode,
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: true,
					supportAutoMap: false,
					multiKeyMatch: false,
				},
			},
			displayOptions: { show: { fieldsFrom: ['map'] } },
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description:
				'Values to send. Fields without a value are not sent; to clear a field, use From Fields Below or From JSON.',
		},
		...otherProperties,
	];
}

/** What the nodes of this package, n8n's tables and forms, and Google Sheets add to an item. */
export const ADDED =
	'id, action, requestId, responseTimeMs, row_number, createdAt, updatedAt, submittedAt, formMode';

/** The member of Options for every operation that sends the fields of the input item. */
export const excludeOption: INodeProperties = {
	displayName: 'Fields to Exclude',
	name: 'leaveOut',
	type: 'string',
	displayOptions: { show: { '/fieldsFrom': ['input'] } },
	default: ADDED,
	placeholder: 'e.g. status, created_at, updated_at',
	description:
		'Fields of the input item not to send, separated by commas. By default, these are the fields that n8n, its tables and forms, and this node add. Also list those that the service sets itself.',
};

/** Adds the ids that support asks for (third-party-risk, Endpoints: rule 3). */
export const detailsOption: INodeProperties = {
	displayName: 'Include Response Details',
	name: 'includeResponseDetails',
	type: 'boolean',
	default: true,
	description:
		'Whether to add requestId (for support requests) and responseTimeMs (processing time of the service) to each output item',
};

/** Members of Options for every operation that returns vendors. */
export const vendorOutputOptions: INodeProperties[] = [
	{
		displayName: 'Convert Dates',
		name: 'convertDates',
		type: 'boolean',
		default: true,
		description:
			'Whether to convert dates from the format and time zone of your organization, as set in the credential, to ISO 8601. This applies to every text that is exactly such a date, in any field.',
	},
	detailsOption,
];

const otherProperties: INodeProperties[] = [
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		displayOptions: { show: { fieldsFrom: ['rows'] } },
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. tprm_contract_end_date',
						description: 'Name of the field in the service',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 2027-03-31',
						description:
							'Value of the field. An expression can also return a number, an array or {{ null }}. Dates can be in the format of your organization or ISO 8601.',
					},
				],
			},
		],
	},
	fieldsJson,
	{
		...fieldsJson,
		displayOptions: { show: { fieldsFrom: ['json'], '@tool': [true] } },
		default:
			"={{ $fromAI('vendor', 'Fields of the vendor as JSON, with the field names of the service', 'json') }}",
	},
];

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
	const { records: vendors } = await searchVendors(new ServiceClient(this));
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
		displayName: name,
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

/**
 * Whether a service usually sets a field of a vendor itself. The specification names the id and the
 * status, which has calls of its own, and leaves all other fields open.
 */
export function isSetByService(name: string): boolean {
	return (
		name === 'id' || name === 'status' || /^(?:created|updated)(?:_?(?:at|on|by))$/i.test(name)
	);
}
