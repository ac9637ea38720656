import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord, toItemJson } from '../basics/guards';
import { recordKeyOf, recordValueAt } from '../changes/record';
import { ItemParameters } from '../node/itemParameters';
import { toReadContext } from './context';
import { readInput } from './input';
import { toShownError } from './readErrors';
import { readRecords } from './readRecords';

/** How deep fields are suggested: `owner.contact.email`. */
const MOST_FIELD_LEVELS = 3;

/** Lists of fields in the editor; the API is asked when one of them is opened. */
export const suggestions = {
	listSearch: {
		async getRecordKeys(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
			const records = await firstPage(this);
			const identifies = (path: string) => {
				const keys = records.map((record) => recordKeyOf(recordValueAt(record, path)));
				const isDate = keys.some((key) => ISO_DATE.test(key ?? ''));
				return !isDate && !keys.includes(undefined) && new Set(keys).size === keys.length;
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

/** A date identifies no record, even where all records have different ones: dates change. */
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T|$)/;

/**
 * @returns the records of the first page, as the form has it by now
 * @throws NodeApiError or NodeOperationError when it could not be read
 */
async function firstPage(n8n: ILoadOptionsFunctions): Promise<IDataObject[]> {
	const context = toReadContext(n8n);
	const { getNodeParameter } = context;
	// What changes are found by is not filled in yet.
	context.getNodeParameter = (name, ...more) =>
		name === 'readMode' ? 'all' : getNodeParameter(name, ...more);
	try {
		const input = await readInput(new ItemParameters(context, 0));
		input.limits = { ...input.limits, limit: Infinity, maxPages: 1, prefetch: 1 };
		const records: unknown[] = [];
		const { stopReason, error } = await readRecords(context, input, {
			sink: { add: ({ items }) => void records.push(...items) },
		});
		if (stopReason === 'error') throw error;
		return records.map(toItemJson);
	} catch (thrown) {
		throw toShownError(thrown, context, 0);
	}
}

/**
 * @param before what is before the names in a path, such as `owner.`
 * @param levels how deep to look
 * @returns paths of the values that are not objects, in the order of the API
 */
function fieldsOf(records: unknown[], before = '', levels = MOST_FIELD_LEVELS): string[] {
	const paths = records.filter(isRecord).flatMap((record) =>
		Object.entries(record).flatMap(([name, value]) => {
			if (!isRecord(value)) return [before + name];
			return levels > 1 ? fieldsOf([value], `${before}${name}.`, levels - 1) : [];
		}),
	);
	return [...new Set(paths)];
}
