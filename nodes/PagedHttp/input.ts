import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { InputItem } from '../shared/node/inputItem';
import { jsonValue, toBoolean, toNumber, toText } from '../shared/node/parameters';
import { validateDataset } from '../shared/paging/dataset/validate';
import type { Limits } from '../shared/paging/types';
import { FORM } from './properties/form';
import { DEFAULT_MAX_RESPONSE_SIZE } from './properties/options';
import { SIGN_INS } from './signIn';
import { none } from './signIn/none';
import type { ReadInput } from './types';

const MAX_RESPONSE_SIZE = { fallback: DEFAULT_MAX_RESPONSE_SIZE, min: 1 };

/**
 * Reads the parameters of one input item.
 *
 * @throws DatasetError or UserError naming the field that is wrong
 */
export async function readInput(context: IExecuteFunctions, itemIndex: number): Promise<ReadInput> {
	const authentication = context.getNodeParameter('authentication', itemIndex);
	const signIn = await (SIGN_INS[String(authentication)] ?? none)(context, itemIndex);
	const item = new InputItem(context, itemIndex);
	const { options } = item;
	const limits: Limits = { limit: item.recordLimit };
	for (const name of ['maxPages', 'prefetch', 'interval'] as const) {
		const value = options[name];
		// An expression may return text.
		if (value !== undefined && value !== null && value !== '') limits[name] = Number(value);
	}
	return {
		...validateDataset(readSource(context, itemIndex)),
		signIn,
		clean: signIn.clean,
		baseUrl: item.text('baseUrl', 'Base URL') || signIn.baseUrl,
		requestLimits: item.requestLimits,
		maxMegabytes: toNumber(options.maxResponseSize, 'Max Response Size', MAX_RESPONSE_SIZE),
		limits,
		headers: readHeaders(options.headers),
		notFoundEndsPaging: toBoolean(options.notFoundEndsPaging, '404 Ends Paging', false),
		keepsPages: options.onError === 'keep',
		resume: readResume(options.resume),
	};
}

/** @returns the dataset from its JSON or from the form, not yet validated */
function readSource(context: IExecuteFunctions, itemIndex: number): unknown {
	if (context.getNodeParameter('source', itemIndex) !== 'dataset') {
		return readForm(context, itemIndex);
	}
	const value: unknown = context.getNodeParameter('dataset', itemIndex);
	return jsonValue(value, 'Dataset');
}

/** Parameters that the form does not show are left out. */
function readForm(context: IExecuteFunctions, itemIndex: number): Record<string, unknown> {
	const dataset: Record<string, unknown> = {};
	for (const { field, property } of FORM) {
		const value: unknown = context.getNodeParameter(property.name, itemIndex, '');
		if (value === '') continue;
		set(dataset, field, property.type === 'json' ? jsonValue(value, property.displayName) : value);
	}
	return isRecord(dataset.body) && 'query' in dataset.body
		? { ...dataset, method: 'POST' }
		: dataset;
}

function set(target: Record<string, unknown>, field: string, value: unknown): void {
	const [name = '', ...rest] = field.split('.');
	if (rest.length === 0) {
		target[name] = value;
		return;
	}
	const member = target[name];
	const parent = isRecord(member) ? member : {};
	target[name] = parent;
	set(parent, rest.join('.'), value);
}

/** A row without a name is one that was added and not filled in. */
function readHeaders(option: unknown): Record<string, string> {
	const rows: unknown = isRecord(option) ? option.header : [];
	if (!Array.isArray(rows)) return {};
	const pairs = rows.filter(isRecord).map(({ name, value }) => {
		return [toText(name, 'Header Name'), toText(value, 'Header Value')] as const;
	});
	return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

function readResume(option: unknown): unknown {
	if (option === undefined || option === '') return undefined;
	const value = jsonValue(option, 'Resume');
	// A whole summary works as well as the resume object in it.
	return isRecord(value) && 'stopReason' in value && 'resume' in value ? value.resume : value;
}
