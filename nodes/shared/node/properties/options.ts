import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

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
	const settings = byLabel([...advanced, ...requestOptions]);
	const entries = [...own, optionGroup('Advanced', 'advanced', settings)];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: byLabel([...entries, ...entries.flatMap(membersAlone)]),
	};
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

const requestOptions: INodeProperties[] = [
	{
		displayName: 'Max Wait',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 120,
		description:
			'Total time in seconds that a request can wait for a busy service or a rate limit before it is sent again. Once the time is used up, the request fails. If the service asks for a longer wait, the request fails at once, and so do the requests that would be sent during that wait.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 0.1 },
		default: 60,
		description: 'Max number of seconds to wait for a response',
	},
];

/** The Batch Size option of an operation that puts several input items into one request. */
export function batchSizeOption(defaultSize: number, what: string): INodeProperties {
	return {
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: defaultSize,
		description: `Max number of ${what} per request. Lower it if the service rejects large requests.`,
	};
}

/**
 * Eight requests at once are six times as fast as one (`bench/creates.ts`), and about what a browser opens to one
 * host. A service that takes fewer slows the run down by itself.
 */
const DEFAULT_CONCURRENT_REQUESTS = 8;

/** The bounds of Concurrent Requests. */
export const CONCURRENT_REQUESTS = { min: 1, max: 32, fallback: DEFAULT_CONCURRENT_REQUESTS };

/** The Concurrent Requests option of an operation that sends one request per item, or several. */
export const concurrentRequestsOption: INodeProperties = {
	displayName: 'Concurrent Requests',
	name: 'concurrentRequests',
	type: 'number',
	typeOptions: { minValue: CONCURRENT_REQUESTS.min, maxValue: CONCURRENT_REQUESTS.max },
	default: DEFAULT_CONCURRENT_REQUESTS,
	description:
		'Max number of requests in progress at once. The node sends fewer while the service is busy or limits the rate. Set it to 1 to process the items one after the other.',
};
