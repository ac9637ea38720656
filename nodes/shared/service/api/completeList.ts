import type { IDataObject } from 'n8n-workflow';

import { countOf } from '../../count';
import { isRecord, toRecord } from '../../json';
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
	const records = unwrapList(response.body, `${noun}s`);
	const isList = findList(response.body, `${noun}s`) !== undefined;
	const doubt = isList
		? doubtAbout(response, records.length, noun)
		: `did not return a list of ${noun}s`;
	return { records, isList, response, ...(doubt !== undefined && { doubt }) };
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
	if (Array.isArray(body)) return body;
	if (!isRecord(body)) return undefined;
	const named = body[member];
	if (Array.isArray(named)) return named;
	const [records, ...others] = Object.values(body).filter(Array.isArray);
	return others.length === 0 ? records : undefined;
}

/** Objects beside a list that are about it; other ones are not looked at. */
const ABOUT_LIST = /^(meta(data)?|page(_?info)?|paging|pagination|_?links)$/i;

/** Members that count all records; other numbers, such as `total_spend`, count something else. */
const TOTAL = /^(total|count|total_?(count|items|records|results|elements)|@odata\.count)$/i;

const HAS_MORE = /^has_?(more|next(_?page)?)$/i;

const NEXT = /^(next(_?(page|cursor|token|link|url|page_?token))?|@odata\.nextLink)$/i;

/** The specification shows no paging; a service that pages anyway reports it somewhere. */
function doubtAbout({ body, headers }: ServiceResponse, count: number, noun: string) {
	const beside = isRecord(body) ? Object.entries(body) : [];
	const nested = beside.flatMap(([name, value]) =>
		ABOUT_LIST.test(name) && isRecord(value) ? Object.entries(value) : [],
	);
	const members = [...beside, ...nested, ['total', headers['x-total-count']] as const];
	const totals = members.filter(([name]) => TOTAL.test(name)).map(([, value]) => toCount(value));
	const total = Math.max(...totals);
	if (total > count) return `returned ${count} of ${countOf(total, noun)}`;
	const isCut =
		/;\s?rel\s?=\s?"?([^",;]*\s)?next\b/i.test(headers.link ?? '') ||
		members.some(([name, value]) => HAS_MORE.test(name) && value === true) ||
		members.some(
			([name, value]) => NEXT.test(name) && Boolean(isRecord(value) ? value.href : value),
		);
	return isCut ? `returned ${countOf(count, noun)} and reported that there are more` : undefined;
}

/** @returns a count, which some services send as text; 0 for everything else */
function toCount(value: unknown): number {
	const isCount = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
	return isCount && Number.isInteger(Number(value)) ? Number(value) : 0;
}
