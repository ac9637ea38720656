import type { Clean } from '../http/redact';
import { isRecord, toRecord } from '../basics/values';
import { ItemParameters } from '../node/inputItem';
import {
	type ParameterSource,
	jsonValue,
	numberOf,
	readNames,
	toBoolean,
	toChoice,
	toText,
} from '../node/parameters';
import { validateDataset } from '../paging/dataset/validate';
import type { Limits } from '../paging/types';
import { readChangeSettings } from './changes';
import { wordsFor } from './failure';
import { FIELDS, formProperties } from './properties/form';
import { interval, maxPages, maxResponseSize, pagingDetails, prefetch } from './properties/options';
import { STOPS_OF_OURS } from './properties/paging';
import { hideKeys, SIGN_INS } from './signIn';
import type { ReadContext, ReadInput, Source } from './types';

/**
 * Reads the parameters of one input item.
 *
 * @param parameters where they are read from; the context by default
 * @throws DatasetError or UserError naming the field that is wrong
 */
export async function readInput(
	context: ReadContext,
	itemIndex: number,
	parameters: ParameterSource = context,
): Promise<ReadInput> {
	const item = new ItemParameters(context, itemIndex, parameters);
	const { options } = item;
	// The user expects a secret to be sent: an unknown value must not mean that none is.
	const readSignIn = toChoice(item.value('authentication'), 'Authentication', SIGN_INS);
	const signIn = await readSignIn(item);
	const source = readSource(item);
	const isLimited = toChoice(item.value('readMode', 'all'), 'Read', { all: false, changes: true });
	const resume = isLimited ? undefined : readResume(options.resume);
	const headers = readHeaders(options.headers);
	const raw = item.value('options', {}, { rawExpressions: true });
	const entered = readHeaders(toRecord(raw).headers);
	const isExpression = ([name]: [string, string]) => (entered[name] ?? '=').startsWith('=');
	const clean: Clean = (text) => hideKeys(signIn.clean(text));
	return {
		itemIndex,
		source,
		signIn,
		clean,
		words: wordsFor(context, itemIndex, clean),
		// Not shown, and so not there, beside a credential.
		baseUrl: toText(item.value('baseUrl', ''), 'Base URL') || signIn.baseUrl,
		requestLimits: item.requestLimits,
		maxMegabytes: numberOf(options, maxResponseSize),
		limits: readLimits(item, isLimited ? Infinity : item.recordLimit),
		headers,
		itemHeaders: Object.fromEntries(Object.entries(headers).filter(isExpression)),
		keepsPages: toChoice(options.onError ?? 'fail', 'On Error', { fail: false, keep: true }),
		failsIfIncomplete: toChoice(options.onIncomplete ?? 'warn', 'On Incomplete', {
			fail: true,
			warn: false,
		}),
		failsAtMaxPages: isLimited && options.onIncomplete === undefined,
		traces: toBoolean(options.trace, 'Page Trace', false),
		resume,
		...(isLimited && { changes: readChangeSettings(item, source.kind === 'automatic') }),
	};
}

/** @returns the dataset of the form or of its JSON, validated; for Automatic, the URL to find it by */
function readSource(item: ItemParameters): Source {
	const kind = toChoice(item.value('source'), 'Paging Setup', {
		automatic: 'automatic',
		dataset: 'dataset',
		fields: 'fields',
	});
	if (kind === 'automatic') return { kind, url: item.requiredText('url', 'URL') };
	const isForm = kind === 'fields';
	const dataset = isForm ? readForm(item) : jsonValue(item.value('dataset'), 'Saved Setup');
	const validated = validateDataset(
		isForm ? dataset : withEndStatuses(dataset, item.options.endStatuses),
	);
	return { kind: 'dataset', verifiesEnd: isForm, ...validated };
}

/**
 * Builds a dataset from the form. Parameters that the form does not show are left out.
 *
 * @returns the dataset, not yet validated
 * @throws UserError naming the field whose JSON cannot be read
 */
function readForm(item: ItemParameters): Record<string, unknown> {
	const dataset: Record<string, unknown> = {};
	for (const { name, displayName, type } of formProperties) {
		const value = item.value(name, '');
		if (value === '') continue;
		set(dataset, FIELDS[name] ?? name, type === 'json' ? jsonValue(value, displayName) : value);
	}
	const keepParameters = readNames(item.options.keepParameters, 'Keep Parameters');
	const details: Record<string, unknown> = { ...item.options, keepParameters };
	for (const { name } of pagingDetails) {
		// Also an empty list.
		if (String(details[name] ?? '') !== '') set(dataset, FIELDS[name] ?? name, details[name]);
	}
	const scheme = isRecord(dataset.pagingScheme) ? dataset.pagingScheme : {};
	const stop = STOPS_OF_OURS.find((candidate) => candidate === scheme.pageUntil);
	if (stop) {
		// The stop condition that a dataset has beside the path of one of ours.
		const beside = stop === 'totalPages' ? 'reachTotalCount' : 'noDataLeft';
		scheme.pageUntil = scheme.type === 'nextToken' ? 'noNextToken' : beside;
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

/** A pasted dataset stays as it is; its own statuses win. */
function withEndStatuses(dataset: unknown, endStatuses: unknown): unknown {
	if (!Array.isArray(endStatuses) || endStatuses.length === 0) return dataset;
	if (!isRecord(dataset) || !isRecord(dataset.pagingScheme)) return dataset;
	return { ...dataset, pagingScheme: { endStatuses, ...dataset.pagingScheme } };
}

function readLimits({ options }: ItemParameters, limit: number): Limits {
	const isAutomatic = options.prefetch === 'automatic';
	return {
		limit,
		interval: numberOf(options, interval) * 1000,
		maxPages: Math.floor(numberOf(options, maxPages)),
		prefetch: (!isAutomatic && Math.floor(numberOf(options, prefetch))) || 'automatic',
	};
}

/** A row without a name is one that was added and not filled in. */
function readHeaders(option: unknown): Record<string, string> {
	const rows = toRecord(option).header;
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
