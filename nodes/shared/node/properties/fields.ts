import { type IDisplayOptions, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { type More, switchField, textField } from '../../basics/fields';
import { DEFAULT_LIMITS } from '../../service/errors';

export { type Choice, listField, switchField, textField } from '../../basics/fields';

/** A field for JSON, empty by default. */
export function jsonField(...text: Parameters<typeof textField>): INodeProperties {
	return { ...textField(...text), type: 'json' };
}

/** A note in a form. */
export function noticeField(name: string, displayName: string, more: More = {}): INodeProperties {
	return { displayName, name, type: 'notice', default: '', ...more };
}

/** A field for a number, which its default and bounds are also read by. */
export function numberField(
	displayName: string,
	name: string,
	byDefault: number,
	[minValue, maxValue]: [min: number, max?: number],
	description: string,
	more: More = {},
): INodeProperties {
	const typeOptions = { minValue, ...(maxValue !== undefined && { maxValue }) };
	const field = { displayName, name, type: 'number', typeOptions, default: byDefault } as const;
	return { ...field, description, ...more };
}

/** @returns the fields, shown only with these values of others, besides their own conditions */
export function shownIf(
	show: NonNullable<IDisplayOptions['show']>,
	fields: INodeProperties[],
): INodeProperties[] {
	return updateDisplayOptions({ show }, fields);
}

/**
 * The Options collection of an operation.
 *
 * @param own members besides Advanced, which every operation has
 * @param advanced members of Advanced besides Max Wait and Timeout
 */
export function optionsCollection(
	own: INodeProperties[] = [],
	advanced: INodeProperties[] = [],
): INodeProperties {
	const settings = byLabel([...advanced, maxWaitOption, timeoutOption]);
	const entries = [...own, optionGroup('Advanced', 'advanced', settings)];
	const options = byLabel([...entries, ...entries.flatMap(membersAlone)]);
	return collection('Options', 'options', 'Add Option', options);
}

/** A field to which the user adds what is needed. */
export function collection(
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties {
	return { displayName, name, type: 'collection', placeholder, default: {}, options };
}

/** @returns the properties in the order in which the editor lists them */
export function byLabel(properties: INodeProperties[]): INodeProperties[] {
	return properties.sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/**
 * Several options under one entry of Add Option, which shows all of them, as those of HTTP Request do. A
 * node reads each of them as if it stood alone, so its default is what it means when it is not added.
 *
 * @param show when the form has the entry; always by default
 */
export function optionGroup(
	displayName: string,
	name: string,
	values: INodeProperties[],
	show?: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		...(show && { displayOptions: { show } }),
		default: { [SETTINGS]: {} },
		options: [{ displayName, name: SETTINGS, values }],
	};
}

/** What a saved group has its options under. */
export const SETTINGS = 'settings';

/**
 * @returns the members of a group as options of their own, for workflows that were written by the names of the
 *   options: n8n would drop such a value silently. The form shows one where it is saved, and never offers it.
 */
function membersAlone({ options = [] }: INodeProperties): INodeProperties[] {
	const members = options.flatMap((group) =>
		'values' in group && group.name === SETTINGS ? group.values : [],
	);
	return members.flatMap((member) =>
		updateDisplayOptions({ show: { [member.name]: [{ _cnd: { exists: true } }] } }, [member]),
	);
}

/** The Max Wait option. */
export const maxWaitOption = numberField(
	'Max Wait',
	'maxWait',
	DEFAULT_LIMITS.maxWaitMs / 1000,
	[0],
	'Total time in seconds that a request can wait for a busy service or a rate limit before it is sent again. Once the time is used up, the request fails. If the service asks for a longer wait, the request fails immediately.',
);

/** The Timeout option. Timers take up to 24 days. */
export const timeoutOption = numberField(
	'Timeout',
	'timeout',
	DEFAULT_LIMITS.timeoutMs / 1000,
	[0.1, 2_147_483],
	'Max number of seconds to wait for a response',
);

/** The Batch Size option of an operation that puts several input items into one request. */
export function batchSizeOption(byDefault: number, what: string): INodeProperties {
	const description = `Max number of ${what} per request. Lower it if the service rejects large requests.`;
	return numberField('Batch Size', 'batchSize', byDefault, [1], description);
}

/**
 * The Concurrent Requests option of an operation that sends one request per item, or several.
 *
 * Eight requests at once are six times as fast as one (`bench/creates.ts`), and about what a browser opens to one
 * host. A service that takes fewer slows the run down by itself.
 */
export const concurrentRequestsOption = numberField(
	'Concurrent Requests',
	'concurrentRequests',
	8,
	[1, 32],
	'Max number of requests in progress at once. The node sends fewer while the service is busy or limits the rate. Set it to 1 to process the items one after the other.',
);

/** Of what only a tool of an agent has, or only other nodes. */
export const AS_TOOL: More = { displayOptions: { show: { '@tool': [true] } } };
export const NOT_AS_TOOL = { displayOptions: { hide: { '@tool': [true] } } } satisfies More;

/** The switch of operations that can show what they would write. */
export const dryRunProperty = switchField(
	'Dry Run',
	'dryRun',
	'Whether to only preview the changes. If this is on for one item, nothing is written for any item.',
	{
		hint: 'Turn this on first: "Execute previous nodes" may also execute this node, and make changes',
		builderHint: {
			propertyHint: 'Set it to true first, and to false once the plan in the output is right',
		},
	},
);

/** What operations with a dry run have. */
export const dryRunProperties = [
	dryRunProperty,
	noticeField(
		'agentNotice',
		'If Dry Run is off, or set by the model, the agent can make changes without asking anyone. Testing the tool can, too. To approve each call (n8n 2), hover over the line between the agent and this tool, and click + (Add human review step). If the review message shows [object Object], replace it with {{ JSON.stringify($tool.parameters) }}.',
		AS_TOOL,
	),
];

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
