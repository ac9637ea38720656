import type { IDataObject } from 'n8n-workflow';

import { isRecord, toRecord } from '../basics/guards';
import { memberFold } from '../basics/nameFolds';
import { countOf } from '../basics/countOf';
import { shorten } from '../basics/shorten';
import { userError } from '../n8n/nodeErrors';
import { PROBLEM_NAMES } from '../paging/response/knownNames';
import { readMetadata } from '../paging/response/metadata';
import { moreSigns } from '../paging/response/moreSigns';
import { errorInstead, reportedError } from '../paging/response/reportedError';
import type { ServiceCall, ServiceResponse } from './call';
import type { ServiceClient } from './client';

/** A list, whose shape and paging the specification leaves open. */
export interface RecordList {
	/** With every field they came with. */
	records: IDataObject[];
	/** Why these may not be all, to follow "The service" in a sentence. */
	doubt?: string;
	/** Whether the answer contains a list at all. */
	isList: boolean;
	response: ServiceResponse;
}

/** Where the records of an answer are that has no list: none of its members is left out. */
const NO_LIST = '';

/** Gets the doubt about a list that a decision depends on; throws unless that is accepted. */
export type OnDoubt = (doubt: string) => void;

/**
 * Reads a list of the service. Its answer may be an error in place of the list, or beside it, although
 * its status says that there was none: `{"errors":["The session has expired"]}`.
 *
 * @param noun what a record is, such as `vendor`; in the plural, the name of the list
 * @throws ServiceError when the service refuses, or reports an error and returns no records
 */
export async function fetchList(
	client: ServiceClient,
	call: ServiceCall,
	noun: string,
): Promise<RecordList> {
	const placeOf = (body: unknown) => findList(body, `${noun}s`) ?? { property: NO_LIST, list: [] };
	const errorIn = (body: unknown) => {
		const { property, list } = placeOf(body);
		return list.length > 0 ? undefined : errorInstead(body, property);
	};
	const response = await client.send({ ...call, errorIn });
	const list = readList(response, noun);
	const error = reportedError(response.body, placeOf(response.body).property);
	if (error === undefined) {
		if (list.doubt === undefined) return list;
		const clean = await client.cleaner();
		return { ...list, doubt: clean(list.doubt) };
	}
	return { ...list, doubt: await doubtOf(client, countOf(list.records.length, noun), error) };
}

/** @returns why what was returned beside an error may not be all, to follow "The service" */
export async function doubtOf(client: ServiceClient, what: string, error: string): Promise<string> {
	const clean = await client.cleaner();
	return `returned ${what} and reported an error: ${shorten(clean(error)).replace(/\.$/, '')}`;
}

/** @param noun what a record is, such as `vendor`; in the plural, the name of the list */
export function readList(response: ServiceResponse, noun: string): RecordList {
	const { body } = response;
	const found = findList(body, `${noun}s`);
	const records = listIn(body, found);
	const doubt = found
		? reasonForDoubt(response, found.property, records, noun)
		: `did not return a list of ${noun}s`;
	const isList = found !== undefined;
	return { records, isList, response, ...(doubt !== undefined && { doubt }) };
}

/** The array of records in an answer, and the member that it is; `''` when the answer itself is. */
interface FoundList {
	property: string;
	list: unknown[];
}

/**
 * Finds the records in a list answer.
 *
 * @param body an array is taken as it is; of an object with exactly one array member that member,
 *   unless it is about problems: `errors`, `warnings`
 * @param member the name that the records have where there are several arrays
 * @returns `undefined` when there is no array, or it is not clear which
 */
export function findList(body: unknown, member: string): FoundList | undefined {
	if (Array.isArray(body)) return { property: '', list: body };
	const lists = Object.entries(isRecord(body) ? body : {}).flatMap(([property, list]) =>
		Array.isArray(list) && !PROBLEM_NAMES.has(memberFold(property)) ? [{ property, list }] : [],
	);
	return (
		lists.find(({ property }) => property === member) ?? (lists.length === 1 ? lists[0] : undefined)
	);
}

/** @returns an answer without a list is one record; values that are not objects become `{ value }` */
export function listIn(body: unknown, found: FoundList | undefined): IDataObject[] {
	if (found) return found.list.map(toRecord);
	return body === undefined || body === null ? [] : [toRecord(body)];
}

/** Only relative links need it, and none of them is followed. */
const ANY_URL = 'http://localhost/';

/** The specification shows no paging; a service that pages anyway reports it somewhere. */
function reasonForDoubt(
	response: ServiceResponse,
	property: string,
	records: readonly unknown[],
	noun: string,
): string | undefined {
	const metadata = readMetadata(response, { url: ANY_URL, property, records });
	// The first page has none before it, whatever a link says.
	const signs = moreSigns(metadata, { records: records.length, pages: 1 }).filter(
		({ kind }) => kind !== 'previous',
	);
	// `total_spend` may count anything, `total_vendors` only vendors.
	const ofNoun = metadata.totals.find(({ name, isAbout }) => name === `total${noun}s` && isAbout);
	const total = signs.find(({ kind }) => kind === 'total')?.number ?? ofNoun?.number ?? 0;
	if (total > records.length) return `returned ${records.length} of ${countOf(total, noun)}`;
	const isFull = metadata.sizes.some(({ number }) => number === records.length);
	const saysAll = metadata.totals.length > 0 || metadata.flags.length > 0;
	// A list that is asked for once has no use for a token, whatever it is called.
	if (signs.length > 0 || metadata.tokens.length > 0)
		return `returned ${countOf(records.length, noun)} and reported that there are more`;
	return isFull && !saysAll
		? `returned ${countOf(records.length, noun)}, which is its page size, so there may be more`
		: undefined;
}

/**
 * Checks a list for a decision that a wrong list would make wrong.
 *
 * @param onDoubt is called when the list is not complete, and throws unless that is accepted
 * @param needs which operation shows the list, and what it must have
 * @returns the list
 * @throws UserError when nothing can be decided with it; what `onDoubt` throws
 */
export function complete(
	list: RecordList,
	onDoubt: OnDoubt,
	what: string,
	needs: string,
): RecordList {
	const { records, isList, doubt } = list;
	if (!isList || !records.every(({ id }) => ['string', 'number'].includes(typeof id))) {
		throw userError(
			`The service returned a list of ${what} that cannot be used`,
			`Check the output of ${needs} Nothing was written.`,
		);
	}
	if (doubt !== undefined) onDoubt(doubt);
	return list;
}
