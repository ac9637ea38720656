import type { Clean } from '../http/redact';
import { isRecord, toRecord } from '../basics/values';
import type { ItemParameters } from '../node/inputItem';
import { jsonValue, numberOf, readNames, toBoolean, toChoice, toText } from '../node/parameters';
import { validateDataset } from '../paging/dataset/validate';
import { withMembers } from '../paging/request';
import type { Limits } from '../paging/types';
import { readChangeSettings } from './changes';
import { wordsFor } from './failure';
import { formProperties } from './properties/form';
import { interval, maxPages, maxResponseSize, pagingDetails, prefetch } from './properties/options';
import { FIELDS, STOPS_OF_OURS } from './properties/paging';
import { hideKeys, SIGN_INS } from './signIn';
import type { ReadContext, ReadInput, Source } from './types';

/**
 * Reads the parameters of one input item.
 *
 * @throws DatasetError or UserError naming the field that is wrong
 */
export async function readInput(item: ItemParameters<ReadContext>): Promise<ReadInput> {
	const { context, index: itemIndex, options } = item;
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
	const complete = isForm ? dataset : withEndStatuses(dataset, item.options.endStatuses);
	return { kind: 'dataset', verifiesEnd: isForm, ...validateDataset(complete) };
}

/** A pasted dataset stays as it is; its own statuses win. */
function withEndStatuses(dataset: unknown, endStatuses: unknown): unknown {
	if (!Array.isArray(endStatuses) || endStatuses.length === 0) return dataset;
	if (!isRecord(dataset) || !isRecord(dataset.pagingScheme)) return dataset;
	return { ...dataset, pagingScheme: { endStatuses, ...dataset.pagingScheme } };
}

/**
 * Builds a dataset from the form. Parameters that the form does not show are left out.
 *
 * @returns the dataset, not yet validated
 * @throws UserError naming the field whose JSON cannot be read
 */
function readForm(item: ItemParameters): Record<string, unknown> {
	const entered = formProperties.map(({ name, displayName, type }) => {
		const value = item.value(name, '');
		return { name, value: type === 'json' && value !== '' ? jsonValue(value, displayName) : value };
	});
	const keepParameters = readNames(item.options.keepParameters, 'Keep Parameters');
	const details: Record<string, unknown> = { ...item.options, keepParameters };
	const detailed = pagingDetails.map(({ name }) => ({ name, value: details[name] }));
	const members = [...entered, ...detailed]
		// Also an empty list.
		.filter(({ value }) => String(value ?? '') !== '')
		.map(({ name, value }) => [FIELDS[name] ?? name, value] as const);
	const dataset = withMembers({}, members);
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
