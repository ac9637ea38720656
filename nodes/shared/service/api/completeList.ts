import type { IDataObject } from 'n8n-workflow';

import { countOf } from '../../count';
import { isRecord, toRecord } from '../../json';
import { readMetadata } from '../../paging/response/metadata/metadata';
import { moreSigns } from '../../paging/response/metadata/more';
import type { ServiceResponse } from '../call';

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

/** Gets the doubt about a list that a decision depends on; throws unless that is accepted. */
export type OnDoubt = (doubt: string) => void;

/** @param noun what a record is, such as `vendor`; in the plural, the name of the list */
export function readList(response: ServiceResponse, noun: string): RecordList {
	const member = `${noun}s`;
	const path = listPath(response.body, member);
	const records = unwrapList(response.body, member);
	const doubt =
		path === undefined
			? `did not return a list of ${noun}s`
			: doubtAbout(response, path, records, noun);
	return {
		records,
		isList: path !== undefined,
		response,
		...(doubt !== undefined && { doubt }),
	};
}

/**
 * Finds the records in a list answer.
 *
 * @param body an array is taken as it is; of an object with exactly one array member that member;
 *   anything else is one record
 * @param member the name that the records have where there are several arrays
 * @returns values that are not objects become `{ value }`
 */
export function unwrapList(body: unknown, member?: string): IDataObject[] {
	if (body === undefined || body === null) return [];
	return findList(body, member)?.map(toRecord) ?? [toRecord(body)];
}

/** @returns the array of records in an answer; `undefined` when there is none or it is not clear which */
export function findList(body: unknown, member = ''): unknown[] | undefined {
	const path = listPath(body, member);
	const list = isRecord(body) && path !== undefined ? body[path] : body;
	return Array.isArray(list) ? list : undefined;
}

/** @returns the name of the member that is the list; `''` when the answer itself is */
function listPath(body: unknown, member: string): string | undefined {
	if (Array.isArray(body)) return '';
	if (!isRecord(body)) return undefined;
	if (Array.isArray(body[member])) return member;
	const [path, ...others] = Object.keys(body).filter((name) => Array.isArray(body[name]));
	return others.length === 0 ? path : undefined;
}

/** Only relative links need it, and none of them is followed. */
const ANY_URL = 'http://localhost/';

/** The specification shows no paging; a service that pages anyway reports it somewhere. */
function doubtAbout(
	response: ServiceResponse,
	property: string,
	records: readonly unknown[],
	noun: string,
): string | undefined {
	const page = { url: ANY_URL, property, records };
	const metadata = readMetadata(response, page);
	const signs = moreSigns(metadata, page, { records: records.length, pages: 1 });
	const { total } = signs.find(({ kind }) => kind === 'total') ?? {};
	if (total !== undefined) return `returned ${records.length} of ${countOf(total, noun)}`;
	const isFull = metadata.sizes.some(({ number }) => number === records.length);
	const saysAll = metadata.totals.length > 0 || metadata.flags.length > 0;
	// A list that is asked for once has no use for a token, whatever it is called.
	if (signs.length > 0 || metadata.tokens.length > 0) {
		return `returned ${countOf(records.length, noun)} and reported that there are more`;
	}
	return isFull && !saysAll
		? `returned ${countOf(records.length, noun)}, as many as its page size, so that there may be more`
		: undefined;
}
