import type { INodeProperties } from 'n8n-workflow';

import { switchField, textField } from '../../../shared/forms/fields';
import { incompleteListOption } from '../../../shared/node/incompleteList';
import { emptyCellsOption } from '../../../shared/node/properties/emptyCells';
import { concurrentRequestsOption } from '../../../shared/node/properties/requests';
import { vendorFieldProperties } from './vendorFieldProperties';
import { excludeOption, idempotencyOption, onceAdded, vendorOutputOptions } from './vendorOptions';

/** The form of Create or Update. */
export const upsertForm: INodeProperties[] = [
	textField(
		'Match Field',
		'matchField',
		'Field that identifies an existing vendor. Its value must be different for every vendor, including archived ones.',
		{
			default: 'name',
			required: true,
			displayOptions: { hide: { fieldsFrom: ['map'] } },
			placeholder: 'e.g. external_id',
			hint: 'Better an ID than the name: a renamed vendor would be created again',
		},
	),
	...vendorFieldProperties('upsert'),
];

/** Its Options. */
export const upsertOptions: INodeProperties[] = [
	incompleteListOption,
	concurrentRequestsOption,
	emptyCellsOption,
	excludeOption,
	idempotencyOption,
	...vendorOutputOptions,
	onceAdded(
		switchField(
			'Allow New Match Field',
			'allowNewMatchField',
			'Whether to create vendors even if no existing vendor has the Match Field. Only needed for the first run with a new field.',
		),
	),
	onceAdded(
		switchField(
			'Ignore Case',
			'ignoreCase',
			'Whether a vendor also matches if the value differs in letter case, e.g. "ACME" and "Acme"',
		),
	),
];
