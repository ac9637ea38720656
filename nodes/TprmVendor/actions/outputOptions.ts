import type { INodeProperties } from 'n8n-workflow';

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
