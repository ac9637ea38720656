import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../nodes/shared/basics/guards';
import { countOf } from '../../nodes/shared/basics/countOf';
import { readList, type RecordList } from '../../nodes/shared/service/recordList';
import { EVENT_CATALOG } from '../../nodes/shared/webhook/eventCatalog';
import { dateToIso } from '../../nodes/TprmVendor/actions/organizationDates';
import { datePattern, eventNames, names, shapeOf, statusWord } from './shapes';
import type { Assumption, CallName, Observed, Verdict } from './types';

const same = (note: string): Verdict => ({ result: 'same', note });
const differs = (note: string): Verdict => ({ result: 'differs', note });
const unseen = (note: string): Verdict => ({ result: 'unseen', note });

/** A list that a call returned; `undefined` when it was refused or is not JSON. */
function listOf({ replies }: Observed, call: CallName, noun: string): RecordList | undefined {
	const reply = replies[call];
	if (!isSuccess(reply?.status) || typeof reply?.body === 'string') return undefined;
	return reply && readList(reply, noun);
}

function isSuccess(status = 0): boolean {
	return status >= 200 && status < 300;
}

const NOUNS = { scopes: 'scope', controls: 'control', vendors: 'vendor', events: 'event' } as const;

/** Checks every list, and names those that differ. */
function eachList(
	observed: Observed,
	calls: Array<keyof typeof NOUNS>,
	difference: (list: RecordList) => string | undefined,
): Verdict {
	const lists = calls.flatMap((call) => {
		const list = listOf(observed, call, NOUNS[call]);
		return list ? [{ call, note: difference(list) }] : [];
	});
	const notes = lists.flatMap(({ call, note }) => (note === undefined ? [] : [`${call}: ${note}`]));
	if (notes.length > 0) return differs(notes.join('; '));
	if (lists.length === 0) return unseen('no list was returned');
	return same(`checked: ${lists.map(({ call }) => call).join(', ')}`);
}

/** Checks the members of the records of a list. */
function members(records: IDataObject[], required: string[]): Verdict {
	if (records.length === 0) return unseen('the list is empty');
	const missing = required.filter((name) => records.some((record) => record[name] === undefined));
	const all = `the records have ${names(records.flatMap((record) => Object.keys(record)))}`;
	if (missing.length === 0) return same(all);
	return differs(`not every record has ${missing.join(', ')}; ${all}`);
}

/** Checks which statuses there are, of which only two are specified. */
function statuses(records: IDataObject[]): Verdict {
	if (records.length === 0) return unseen('the list is empty');
	const without = records.filter(({ status }) => status === undefined).length;
	if (without > 0) return differs(`${countOf(without, 'record')} without status`);
	const words = [...new Set(records.map(({ status }) => statusWord(status)))].sort();
	const isKnown = words.every((word) => ['active', 'archived'].includes(word));
	return (isKnown ? same : differs)(words.join(', '));
}

/** All entries of docs/open-points.md that calls that only read can show. */
export const ASSUMPTIONS: Assumption[] = [
	{
		title: 'Which token the `/v1` calls need',
		check: ({ replies: { scopes, events } }) => {
			if (isSuccess(scopes?.status)) return same(`/v1 returned ${scopes?.status}`);
			const note = `/v1 returned ${statusOf(scopes)}, /tprm-api ${statusOf(events)}`;
			return (isSuccess(events?.status) ? differs : unseen)(note);
		},
	},
	{
		title: '`expires_in` missing',
		check: ({ hasLifetime }) =>
			hasLifetime ? same('the token has a lifetime') : differs('the token has no lifetime'),
	},
	{
		title: 'A token without access to the list of events',
		check: ({ replies: { events } }) => {
			const note = `the list of events returned ${statusOf(events)}`;
			return (isSuccess(events?.status) || events?.status === 403 ? same : differs)(note);
		},
	},
	{
		title: 'Redirects',
		check: ({ replies }) => {
			const found = Object.values(replies).filter((reply) => reply && isRedirect(reply.status));
			return found.length === 0 ? same('none') : differs(`${countOf(found.length, 'call')}`);
		},
	},
	{
		title: 'Shape of list responses',
		check: (observed) =>
			eachList(observed, ['scopes', 'controls', 'vendors'], ({ isList, response }) =>
				isList ? undefined : shapeOf(response.body),
			),
	},
	{
		title: 'Paging of lists',
		check: (observed) =>
			eachList(observed, ['scopes', 'controls'], ({ isList, doubt }) =>
				isList ? doubt : undefined,
			),
	},
	{
		title: 'Fields of a listed scope',
		check: (observed) => {
			const { records = [] } = listOf(observed, 'scopes', 'scope') ?? {};
			return members(records, ['id', 'name', 'owner', 'parentId', 'pathNames', 'status']);
		},
	},
	{
		title: 'Statuses of scopes and vendors',
		check: (observed) => {
			const scopes = statuses(listOf(observed, 'scopes', 'scope')?.records ?? []);
			const vendors = statuses(listOf(observed, 'vendors', 'vendor')?.records ?? []);
			const results = [scopes.result, vendors.result];
			const result = results.includes('differs') ? 'differs' : results[0];
			return {
				result: result ?? 'unseen',
				note: `scopes: ${scopes.note}; vendors: ${vendors.note}`,
			};
		},
	},
	{
		title: 'Whether the root of the tree is a scope',
		check: ({ replies: { tree } }) => {
			const root = isRecord(tree?.body) ? tree.body.scope : undefined;
			if (!isSuccess(tree?.status)) return unseen(`the tree returned ${statusOf(tree)}`);
			if (!isRecord(root)) return differs(`the response is ${shapeOf(tree?.body)}`);
			const isOrganization = Array.isArray(root.pathNames) && root.pathNames.length === 0;
			return isOrganization
				? same('its pathNames are empty')
				: differs('its pathNames are not empty');
		},
	},
	{
		title: 'How an expanded list shows the scopes of a control',
		check: (observed) => {
			const { records = [] } = listOf(observed, 'expanded', 'control') ?? {};
			const inside = records.flatMap((record) =>
				Object.values(record).filter(Array.isArray).flat(),
			);
			const assigned = [...records, ...inside.filter(isRecord)].filter(
				({ controlType, scopeName }) => controlType === 'scopeAssignment' || scopeName,
			);
			if (assigned.length === 0) return unseen('no control is assigned to a scope');
			const isNamed = assigned.every(({ scopeName }) => typeof scopeName === 'string');
			const all = names(assigned.flatMap((record) => Object.keys(record)));
			return (isNamed ? same : differs)(`assignments have ${all}`);
		},
	},
	{
		title: 'Shape of the event list',
		check: (observed) => {
			const list = listOf(observed, 'events', 'event');
			if (!list) return unseen('no list was returned');
			if (!list.isList) return differs(shapeOf(list.response.body));
			const known: string[] = EVENT_CATALOG.map(({ value }) => value);
			const listed = eventsIn(list.records, known);
			const unknown = listed.filter((name) => !known.includes(name));
			const missing = known.filter((name) => !listed.includes(name));
			const note = `unknown: ${eventNames(unknown) || 'none'}; not listed: ${missing.join(', ') || 'none'}`;
			return (unknown.length === 0 && missing.length === 0 ? same : differs)(note);
		},
	},
	{
		title: 'Fields of a vendor',
		check: (observed) =>
			members(listOf(observed, 'vendors', 'vendor')?.records ?? [], ['id', 'name', 'status']),
	},
	{
		title: 'Paging of the search',
		check: (observed) =>
			eachList(observed, ['vendors'], ({ isList, doubt }) => (isList ? doubt : undefined)),
	},
	{
		title: 'Which texts are dates',
		check: (observed) => {
			const { records = [] } = listOf(observed, 'vendors', 'vendor') ?? {};
			const dates = records.flatMap((record) => Object.values(record)).filter(datePattern);
			if (dates.length === 0) return unseen('no vendor has a date');
			const { dateFormat: organizationDateFormat, timeZone: organizationTimeZone } = observed;
			const written = { organizationDateFormat, organizationTimeZone };
			const others = dates.filter((text) => !dateToIso(String(text), written));
			if (others.length === 0) return same(`${countOf(dates.length, 'date')} as in the credential`);
			const patterns = [...new Set(others.map(datePattern))].sort().join(', ');
			return differs(`${others.length} of ${countOf(dates.length, 'date')} look like ${patterns}`);
		},
	},
	{
		title: 'Errors of the `/v1` calls',
		check: ({ replies: { noToken } }) => errorShape(noToken),
	},
	{
		title: 'Errors of third-party calls',
		check: ({ replies: { noDocument } }) =>
			isSuccess(noDocument?.status) ? unseen('no call was refused') : errorShape(noDocument),
	},
	{
		title: 'A 2xx response that is not JSON',
		check: ({ replies }) => {
			const found = Object.entries(replies).filter(
				([, reply]) => isSuccess(reply?.status) && typeof reply?.body === 'string',
			);
			return found.length === 0 ? same('none') : differs(found.map(([call]) => call).join(', '));
		},
	},
	{
		title: 'Headers of responses',
		check: ({ replies: { vendors, scopes } }) => {
			if (!vendors || !scopes) return unseen('no response');
			const wanted = ['x-request-id', 'x-response-time-ms'];
			const missing = wanted.filter((name) => vendors.headers[name] === undefined);
			const others = Object.keys(scopes.headers).filter((name) =>
				/rate-?limit|^link$|total/.test(name),
			);
			const note = `missing: ${missing.join(', ') || 'none'}; limits and paging: ${others.join(', ') || 'none'}`;
			return (missing.length === 0 ? same : differs)(note);
		},
	},
];

/**
 * Finds the names of events by the member that has known ones: any other text that is made like a
 * name may be data, such as a domain.
 *
 * @returns the name in each entry; `''` where there is none
 */
function eventsIn(entries: IDataObject[], known: string[]): string[] {
	const hasKnown = (member: string) =>
		entries.some((entry) => known.includes(String(entry[member])));
	const members = new Set(entries.flatMap((entry) => Object.keys(entry)).filter(hasKnown));
	return entries.map((entry) => {
		const [text = ''] = [...members].map((member) => entry[member]);
		return typeof text === 'string' ? text : '';
	});
}

function statusOf(reply: Observed['replies'][CallName]): string {
	return reply ? String(reply.status) : 'no response';
}

function isRedirect(status: number): boolean {
	return status >= 300 && status < 400;
}

function errorShape(reply: Observed['replies'][CallName]): Verdict {
	if (!reply) return unseen('no response');
	const error = isRecord(reply.body) ? reply.body.error : undefined;
	const note = `${reply.status} with ${shapeOf(reply.body)}`;
	const isEnvelope = isRecord(error) && typeof error.client_code === 'string';
	return (isEnvelope ? same : differs)(isEnvelope ? `${reply.status} with the envelope` : note);
}
