import { type IHttpRequestOptions, UserError } from 'n8n-workflow';

import { headerFault } from '../auth/apiKey';
import { CREDENTIAL_NAME, credentialFor, readCredential } from '../auth/credential';
import { allowedOrigins, toAnswer } from '../auth/outgoingRequest';
import { secretsOf } from '../auth/authenticate';
import { isRecord, memberOf, toRecord } from '../basics/values';
import { toNoAnswer } from '../http/answer';
import { type Clean, hideKeys, isSecretHeader, redactor, withoutKeys } from '../http/redact';
import type { ItemParameters } from '../node/operation';
import { jsonValue, numberOf, readNames, toBoolean, toChoice, toText } from '../node/parameters';
import { validateDataset } from '../paging/dataset/validate';
import { withMembers } from '../paging/values';
import { toNodeError, userError } from '../service/errors';
import { sendWithCredential, versionHeader } from '../service/send';
import { readChangeSettings } from './changes';
import { wordsFor } from './failure';
import { formProperties } from './properties/form';
import { interval, maxPages, maxResponseSize, pagingDetails, prefetch } from './properties/options';
import { FIELDS, STOPS_OF_OURS } from './properties/paging';
import { key, oauth2 } from './signIn/credentials';
import { sendAlongRedirects } from './signIn/redirects';
import type { ReadContext, ReadInput, ReadSignIn, SignIn, Source } from './types';

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
		limits: {
			limit: isLimited ? Infinity : item.recordLimit,
			interval: numberOf(options, interval) * 1000,
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
		resume,
		...(isLimited && { changes: readChangeSettings(item, source.kind === 'automatic') }),
	};
}

/** @returns the dataset of the form or of its JSON, validated; for Automatic, the URL to find it by */
function readSource(item: ItemParameters): Source {
	const isForm = toChoice(item.value('source'), 'Paging Setup', {
		automatic: undefined,
		dataset: false,
		fields: true,
	});
	if (isForm === undefined) return { kind: 'automatic', url: item.requiredText('url', 'URL') };
	const dataset = isForm ? readForm(item) : readPasted(item);
	return { kind: 'dataset', verifiesEnd: isForm, ...validateDataset(dataset) };
}

/** A pasted dataset stays as it is; its own statuses win. */
function readPasted(item: ItemParameters): unknown {
	const dataset = jsonValue(item.value('dataset'), 'Saved Setup');
	const { endStatuses = [] } = item.options;
	const isAdded = Array.isArray(endStatuses) && endStatuses.length > 0;
	if (!isAdded || !isRecord(dataset) || !isRecord(dataset.pagingScheme)) return dataset;
	return { ...dataset, pagingScheme: { endStatuses, ...dataset.pagingScheme } };
}

/**
 * Builds a dataset from the form. Parameters that the form does not show are left out.
 *
 * @returns the dataset, not yet validated
 * @throws UserError naming the field whose JSON cannot be read
 */
function readForm(item: ItemParameters): Record<string, unknown> {
	const { options } = item;
	const keepParameters = readNames(options.keepParameters, 'Keep Parameters');
	const details: Record<string, unknown> = { ...options, keepParameters };
	const entered = formProperties.map(({ name, displayName, type }) => {
		const value = item.value(name, '');
		return [name, type === 'json' && value !== '' ? jsonValue(value, displayName) : value] as const;
	});
	const members = [
		...entered,
		...pagingDetails.map(({ name }) => [name, memberOf(details, name)] as const),
	]
		// Also an empty list.
		.filter(([, value]) => String(value ?? '') !== '')
		.map(([name, value]) => [memberOf(FIELDS, name) ?? name, value] as const);
	const dataset = withMembers({}, members);
	const scheme = isRecord(dataset.pagingScheme) ? dataset.pagingScheme : {};
	const stop = STOPS_OF_OURS.find((candidate) => candidate === scheme.pageUntil);
	if (stop) {
		// The stop condition that a dataset has beside the path of one of ours.
		const beside = stop === 'totalPages' ? 'reachTotalCount' : 'noDataLeft';
		scheme.pageUntil = scheme.type === 'nextToken' ? 'noNextToken' : beside;
	}
	if (isRecord(dataset.body) && 'query' in dataset.body) dataset.method = 'POST';
	return dataset;
}

/** A row without a name is one that was added and not filled in. */
function readHeaders(option: unknown): Record<string, string> {
	const rows = toRecord(option).header;
	if (!Array.isArray(rows)) return {};
	const pairs = rows
		.filter(isRecord)
		.map(({ name, value }) => [toText(name, 'Header Name'), toText(value, 'Header Value')]);
	return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

function readResume(option: unknown): unknown {
	if (option === undefined || option === '') return undefined;
	const value = jsonValue(option, 'Resume');
	// A whole summary works as well as the resume object in it.
	return isRecord(value) && 'stopReason' in value && 'resume' in value ? value.resume : value;
}

const NEEDS_CREDENTIAL =
	'The API requires authentication. Select a credential under Authentication: Paged HTTP API for a key, a token, or a user and password. If the API needs none, check URL.';

/** Sends requests as they are. */
const none: ReadSignIn = async ({ context, options: { allowedHosts } }) => {
	const origins = readAllowedOrigins(allowedHosts);
	return {
		hasCredential: false,
		baseUrl: '',
		allowedOrigins: origins,
		ownHeaders: [],
		clean: withoutKeys,
		send: async (options, read) => {
			const send = async (request: IHttpRequestOptions) =>
				toAnswer(await context.helpers.httpRequest(request));
			try {
				return await read(await sendAlongRedirects(send, options, origins));
			} catch (error) {
				if (error instanceof UserError) throw toNodeError(error, context.getNode());
				return toNoAnswer(error);
			}
		},
		advice: { 401: NEEDS_CREDENTIAL, 403: NEEDS_CREDENTIAL },
	};
};

/** There is no secret to protect: an entry may be http, and one without a protocol is both. */
function readAllowedOrigins(option: unknown): string[] {
	const entries = toText(option, 'Allowed Hosts')
		.split(/[\s,;]/)
		.filter(Boolean);
	const both = entries.flatMap((host) => (host.includes('://') ? host : [host, `http://${host}`]));
	const allowedHosts = both.join(',');
	const { origins, invalid } = allowedOrigins({ baseUrl: 'http://localhost', allowedHosts });
	const [wrong] = invalid;
	if (wrong) {
		throw userError(
			`Allowed Hosts contains ${wrong}, which is not a host`,
			'Under Options > Advanced, enter hosts such as api-eu.example.com, separated by commas.',
		);
	}
	// The first one is that of the base URL.
	return origins.slice(1);
}

/** Signs in with the access token of the service. */
const service: ReadSignIn = async ({ context, index }) => {
	const ask = async () => await credentialFor(context, CREDENTIAL_NAME);
	const data = await ask();
	const credential = readCredential(data);
	const { baseUrl, apiVersion } = credential;
	// Also those that are replaced during the run.
	const secrets = new Set(secretsOf(data).map(({ value }) => value));
	return {
		hasCredential: true,
		baseUrl,
		allowedOrigins: allowedOrigins(credential).origins,
		ownHeaders: ['authorization', 'dpop'],
		clean: (text) => redactor([...secrets])(text),
		send: async (options, read) => {
			const { href } = new URL(options.url);
			const path = href.startsWith(baseUrl) ? href.slice(baseUrl.length) : '';
			const headers = { ...versionHeader(path, apiVersion), ...options.headers };
			// Anew for each page: a run can be long, and the credential changed meanwhile.
			const now = await ask();
			const current = readCredential(now);
			try {
				return await sendWithCredential(context, { ...options, headers }, current, index, read);
			} finally {
				for (const { value } of secretsOf(now)) secrets.add(value);
			}
		},
		advice: {},
	};
};

/** How to sign in, by the value of the parameter Authentication. */
const SIGN_INS = {
	none,
	grcOAuth2Api: service,
	pagedHttpApi: key,
	pagedHttpOAuth2Api: oauth2,
};

/**
 * Refuses headers that cannot be sent, and those that belong in a credential: the parameters of a node
 * are stored in the workflow and in every execution.
 *
 * @param headers from the option Headers
 * @throws UserError naming the header, and what to use instead
 */
export function checkHeaders(
	headers: Readonly<Record<string, string>>,
	{ hasCredential, ownHeaders }: SignIn,
): void {
	for (const [name, value] of Object.entries(headers)) {
		const isSet = ownHeaders.includes(name.toLowerCase());
		const fault =
			headerFault(name, value) ?? (isSet ? 'is already set by the credential' : undefined);
		if (fault !== undefined)
			throw userError(`Headers: ${name} ${fault}`, 'Correct or remove it under Options > Headers.');
		// Besides the credential's own secret, an API may expect a key that says who calls it.
		if (!isSecretHeader(name, hasCredential)) continue;
		throw userError(
			`Headers: ${name} usually contains a secret, but the option Headers is not encrypted`,
			'Remove it under Options > Headers. Select Paged HTTP API under Authentication, and enter it there.',
		);
	}
}
