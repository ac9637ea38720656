import type { INodeProperties } from 'n8n-workflow';

import { concurrentRequestsOption } from '../../../shared/node/properties/concurrentRequests';
import { dryRunProperty } from '../../../shared/node/properties/dryRun';
import { incompleteListOption } from '../../../shared/node/properties/incompleteList';
import { optionsCollection } from '../../../shared/node/properties/options';
import { vendorOutputOptions } from '../outputOptions';
import { idempotencyOptions } from './idempotencyOptions';
import { vendorFieldProperties } from './vendorFieldProperties';

/** The form of Create or Update. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Match Field',
		name: 'matchField',
		type: 'string',
		default: 'name',
		required: true,
		displayOptions: { hide: { fieldsFrom: ['map'] } },
		placeholder: 'e.g. external_id or contact.email',
		description:
			'Field that identifies an existing vendor. Its value must be different for every vendor, including archived ones.',
	},
	...vendorFieldProperties('upsert'),
	dryRunProperty,
	optionsCollection([
		incompleteListOption,
		concurrentRequestsOption,
		...idempotencyOptions,
		...vendorOutputOptions,
		{
			displayName: 'Ignore Case',
			name: 'ignoreCase',
			type: 'boolean',
			default: true,
			description:
				'Whether a vendor also matches if the Match Field differs in letter case, e.g. "ACME" and "Acme"',
		},
	]),
];
