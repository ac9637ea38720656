import type { IExecuteFunctions } from 'n8n-workflow';

import { CREDENTIAL_NAME, readCredential } from '../shared/auth/credential';
import { cleanFor } from '../shared/auth/secrets';
import { plainText } from '../shared/http/redact';
import { isRecord } from '../shared/json';
import { InputItem } from '../shared/node/inputItem';
import { jsonValue, toBoolean, toNumber } from '../shared/node/parameters';
import { validateDataset } from '../shared/paging/dataset/validate';
import type { Limits } from '../shared/paging/types';
import { FORM } from './properties/form';
import { DEFAULT_MAX_RESPONSE_SIZE } from './properties/options';
import type { ReadInput } from './types';

const MAX_RESPONSE_SIZE = { fallback: DEFAULT_MAX_RESPONSE_SIZE, min: 1 };

/**
 * Reads the parameters of one input item.
 *
 * @throws DatasetError or UserError naming the field that is wrong
 */
export async function readInput(context: IExecuteFunctions, itemIndex: number): Promise<ReadInput> {
	const isSignedIn = context.getNodeParameter('authentication', itemIndex) === CREDENTIAL_NAME;
	const data = isSignedIn ? await context.getCredentials(CREDENTIAL_NAME, itemIndex) : undefined;
	const credential = data && readCredential(data);
	const item = new InputItem(context, itemIndex);
	const { options } = item;
	const limits: Limits = { limit: item.recordLimit };
	for (const name of ['maxPages', 'prefetch', 'interval'] as const) {
		const value = options[name];
		// An expression may return text.
		if (value !== undefined && value !== null && value !== '') limits[name] = Number(value);
	}
	if (options.prefetch === 'automatic') limits.prefetch = 'automatic';
	return {
		...validateDataset(withEndStatus(readSource(context, itemIndex), options.notFoundEndsPaging)),
		credential,
		clean: (text) => (data ? cleanFor(data) : plainText)(text),
		baseUrl: item.text('baseUrl', 'Base URL') || (credential?.baseUrl ?? ''),
		requestLimits: item.requestLimits,
		maxMegabytes: toNumber(options.maxResponseSize, 'Max Response Size', MAX_RESPONSE_SIZE),
		limits,
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

/** Only numbered pages have a page past the last one. */
function withEndStatus(dataset: unknown, option: unknown): unknown {
	if (!toBoolean(option, '404 Ends Paging', false) || !isRecord(dataset)) return dataset;
	const { pagingScheme } = dataset;
	const isNumbered =
		isRecord(pagingScheme) && ['pageBased', 'offsetAndLimit'].includes(String(pagingScheme.type));
	return isNumbered
		? { ...dataset, pagingScheme: { ...pagingScheme, endStatuses: [404] } }
		: dataset;
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

function readResume(option: unknown): unknown {
	if (option === undefined || option === '') return undefined;
	const value = jsonValue(option, 'Resume');
	// A whole summary works as well as the resume object in it.
	return isRecord(value) && 'stopReason' in value && 'resume' in value ? value.resume : value;
}
