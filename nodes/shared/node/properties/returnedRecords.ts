import type { INodeProperties } from 'n8n-workflow';

import { numberField, switchField, textField } from '../../forms/fields';
import { AS_TOOL } from './asTool';

/** The Max Characters field: a model forgets, or refuses, what has much more than 12,000 tokens. */
export const maxCharactersField = numberField(
	'Max Characters',
	'maxCharacters',
	50_000,
	[1000],
	'Max number of characters in an answer to the model. It gets the remaining records when it asks for them.',
	AS_TOOL,
);

/** The Start At field, which a model fills in. */
export const startAtField = numberField(
	'Start At',
	'startAt',
	0,
	[0],
	'Number of records to skip. Keep the expression, so that the model can fill it in to get the next records.',
	AS_TOOL,
);

/** What a list has in a tool of an agent: how much of it the model gets, and from where on. */
export const modelProperties: INodeProperties[] = [
	{
		...startAtField,
		default:
			"={{ $fromAI('startAt', 'Number of records to skip: 0 at first, then what the end of the last answer says', 'number', 0) }}",
	},
	maxCharactersField,
];

/** The Return All field. */
export const returnAllField = switchField(
	'Return All',
	'returnAll',
	'Whether to return all results or only up to a given limit',
);

/** The Limit field. */
export const limitField = numberField(
	'Limit',
	'limit',
	50,
	[1],
	'Max number of results to return',
	{ displayOptions: { show: { returnAll: [false] } } },
);

/** Return All and Limit, as every Get Many operation has them, with what a tool of an agent has. */
export const limitProperties = [returnAllField, limitField, ...modelProperties];

/** The member of Options for every operation that lists records. */
export const returnFieldsOption = textField(
	'Fields to Return',
	'returnFields',
	'Fields to keep of each record, separated by commas: names, or paths such as address.city for a field inside another one. If empty, all fields are returned.',
	{ placeholder: 'e.g. id, name, status' },
);
