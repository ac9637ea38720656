import type { INodeProperties } from 'n8n-workflow';

/** The default of the form, for a Limit without a value. */
export const DEFAULT_RECORD_LIMIT = 50;

/** About 12,000 tokens: a model forgets, or refuses, what is much longer. */
export const DEFAULT_MAX_CHARACTERS = 50_000;

const AS_TOOL: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };

/** Filled in by the model. */
const FROM_MODEL =
	"={{ $fromAI('startAt', 'Number of records to skip: 0 at first, then what the end of the last answer says', 'number', 0) }}";

/** What a list has in a tool of an agent: how much of it the model gets, and from where on. */
export const modelProperties: INodeProperties[] = [
	{
		displayName: 'Start At',
		name: 'startAt',
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: AS_TOOL,
		default: FROM_MODEL,
		description:
			'Number of records to skip. The model fills it in to get the next ones: each answer says what to enter.',
	},
	{
		displayName: 'Max Characters',
		name: 'maxCharacters',
		type: 'number',
		typeOptions: { minValue: 1000 },
		displayOptions: AS_TOOL,
		default: DEFAULT_MAX_CHARACTERS,
		description:
			'Max number of characters in an answer to the model. It gets the remaining records when it asks for them.',
	},
];

/** Return All and Limit, as every Get Many operation has them, with what a tool of an agent has. */
export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
	...modelProperties,
];
