import { isRecord, toRecord } from '../basics/guards';
import { memberOf } from '../basics/members';
import type { Clean } from '../http/redact';
import { hideKeys } from '../http/urlKeys';
import { jsonValue, numberOf, toBoolean, toChoice, toText } from '../node/coerce';
import type { ItemParameters } from '../node/itemParameters';
import { readChangeSettings } from './changeSettings';
import { readSource } from './form';
import { wordsFor } from './labels';
import { readHeaders } from './ownHeaders';
import { interval, maxPages, maxResponseSize, prefetch } from './properties/options';
import { SIGN_INS } from './signIn';
import type { ReadContext, ReadInput } from './types';

const MS_PER_SECOND = 1_000;

/**
 * Reads the parameters of one input item, for Paged HTTP and its trigger.
 *
 * @throws DatasetError or UserError naming the field that is wrong
 */
export async function readInput(item: ItemParameters<ReadContext>): Promise<ReadInput> {
	const { context, index: itemIndex, options } = item;
	// The user expects a secret to be sent: an unknown value must not mean that none is.
	const readSignIn = toChoice(item.value('authentication'), 'Authentication', SIGN_INS);
	const signIn = await readSignIn(item);
	const source = readSource(item);
	const isLimited = toChoice(item.value('readMode', 'all'), 'Records', {
		all: false,
		changes: true,
	});
	const resumesLastStop = toChoice(options.resumeFrom ?? 'point', 'Resume From', {
		lastStop: !isLimited,
		point: false,
	});
	const resume = isLimited || resumesLastStop ? undefined : readResume(options.resume);
	const headers = readHeaders(options.headers);
	const entered = readHeaders(
		toRecord(item.value('options', {}, { rawExpressions: true })).headers,
	);
	const isExpression = ([name]: [string, string]) =>
		(memberOf(entered, name) ?? '=').startsWith('=');
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
		keepsLargeNumbers: toBoolean(options.largeNumbersAsText, 'Large Numbers as Text'),
		limits: {
			limit: isLimited ? Infinity : item.recordLimit,
			interval: numberOf(options, interval) * MS_PER_SECOND,
			maxPages: Math.floor(numberOf(options, maxPages)),
			prefetch:
				(options.prefetch !== 'automatic' && Math.floor(numberOf(options, prefetch))) ||
				'automatic',
		},
		headers,
		itemHeaders: Object.fromEntries(Object.entries(headers).filter(isExpression)),
		keepsPages: toChoice(options.onError ?? 'fail', 'On Error', { fail: false, keep: true }),
		failsIfIncomplete: toChoice(options.onIncomplete ?? 'warn', 'On Incomplete', {
			fail: true,
			warn: false,
		}),
		failsAtMaxPages: isLimited && options.onIncomplete === undefined,
		traces: toBoolean(options.trace, 'Page Trace'),
		...{ resume, resumesLastStop },
		...(isLimited && { changes: readChangeSettings(item, source.kind === 'automatic') }),
	};
}

/**
 * Reads the option Resume Point: a resume object, or the summary that has it.
 *
 *     { "stopReason": "maxPages", …, "resume": { "version": 1, "position": 4, … } }
 *
 * @returns `undefined` where the run starts from the beginning
 */
function readResume(option: unknown): unknown {
	if (option === undefined || option === '') return undefined;
	const value = jsonValue(option, 'Resume');
	// A whole summary works as well as the resume object in it.
	return isRecord(value) && 'stopReason' in value && 'resume' in value ? value.resume : value;
}
