import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
	IPollFunctions,
} from 'n8n-workflow';

import { keyOf, valueAt } from '../changes/record';
import { isRecord } from '../basics/values';
import { toShownError } from './failure';
import { readInput } from './input';
import { readRecords } from './read';
import type { ReadContext } from './types';

/** @returns the context of a poll, or of a list in the editor, to read with: its parameters are the same for every index */
export function toReadContext(
	n8n: IPollFunctions | ILoadOptionsFunctions,
	signal?: AbortSignal,
): ReadContext {
	const { httpRequest, httpRequestWithAuthentication } = n8n.helpers;
	return {
		logger: n8n.logger,
		getInstanceId: () => n8n.getInstanceId(),
		getNode: () => n8n.getNode(),
		getNodeParameter: (name, _itemIndex, fallback, options) =>
			n8n.getNodeParameter(name, fallback, options),
		getCredentials: async (type) => await n8n.getCredentials(type),
		getCredentialsProperties: (type) => n8n.getCredentialsProperties(type),
		getExecutionCancelSignal: () => signal,
		helpers: {
			httpRequest: async (options) => await httpRequest(options),
			// n8n gets the credential, and stores a renewed token, by its own context, from which it also
			// takes what sends.
			async httpRequestWithAuthentication(this: Pick<ReadContext, 'helpers'>, ...request) {
				const helpers = { ...n8n.helpers, httpRequest: this.helpers.httpRequest };
				const sending = new Proxy(n8n, {
					get: (target, name): unknown =>
						name === 'helpers' ? helpers : Reflect.get(target, name),
				});
				return await httpRequestWithAuthentication.call(sending, ...request);
			},
		},
	};
}

/** How deep fields are suggested: `owner.contact.email`. */
const MOST_LEVELS = 3;

/** Lists of fields in the editor; the API is asked when one of them is opened. */
export const suggestions = {
	listSearch: {
		async getRecordKeys(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
			const records = await firstPage(this);
			const identifies = (path: string) => {
				const keys = records.map((record) => keyOf(valueAt(record, path)));
				return !keys.includes(undefined) && new Set(keys).size === keys.length;
			};
			const paths = fieldsOf(records).filter((path) => path.includes(filter) && identifies(path));
			return { results: paths.map((path) => ({ name: path, value: path })) };
		},
	},
	loadOptions: {
		async getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
			return fieldsOf(await firstPage(this)).map((path) => ({ name: path, value: path }));
		},
	},
};

async function firstPage(n8n: ILoadOptionsFunctions): Promise<Array<Record<string, unknown>>> {
	const source = toReadContext(n8n);
	const context: ReadContext = {
		...source,
		// What changes are found by is not filled in yet.
		getNodeParameter: (name, ...more) =>
			name === 'readMode' ? 'all' : source.getNodeParameter(name, ...more),
	};
	try {
		const input = await readInput(context, 0);
		input.limits = { ...input.limits, limit: Infinity, maxPages: 1, prefetch: 1 };
		const records: unknown[] = [];
		const { stopReason, error } = await readRecords(context, input, {
			take: ({ items }) => void records.push(...items),
		});
		if (stopReason === 'error') throw error;
		return records.map((record) => (isRecord(record) ? record : { value: record }));
	} catch (thrown) {
		throw toShownError(thrown, context, 0);
	}
}

/** @returns paths of the values that are no objects, in the order of the API */
function fieldsOf(records: Array<Record<string, unknown>>): string[] {
	const below = (json: Record<string, unknown>, before: string[]): string[] =>
		Object.entries(json).flatMap(([name, value]) => {
			const path = [...before, name];
			if (!isRecord(value)) return [path.join('.')];
			return path.length < MOST_LEVELS ? below(value, path) : [];
		});
	return [...new Set(records.flatMap((record) => below(record, [])))];
}
