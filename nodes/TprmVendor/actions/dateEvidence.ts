import { DateTime } from 'luxon';
import type { IDataObject, UserError } from 'n8n-workflow';

import { DATE_FORMATS } from '../../shared/auth/dateFormats';
import { isObject, toRecord } from '../../shared/basics/guards';
import { jsonText } from '../../shared/basics/json';
import { userError } from '../../shared/n8n/nodeErrors';
import { dateToIso, looksLikeDate, type OrganizationDates } from './organizationDates';

/** How the dates of some records are converted. */
export interface DateConversion {
	/** Why nothing must be converted: what the records show about the format in the credential. */
	problem?: UserError;
	/** What is not converted although it is asked for. */
	warning?: string;
	/** @returns a copy of a record, or of the row of one, whose dates are ISO 8601 as far as they can be read */
	convert: (record: IDataObject) => IDataObject;
}

/** A text that is a date in another format than that of the organization. */
interface ForeignDate {
	text: string;
	/** Names of the members that lead to it, such as `contract.end`; lists add nothing. */
	field: string;
	/** Counted from 1. */
	record: number;
	/** As the credential shows it, such as `DD-MM-YYYY`. */
	format: string;
}

/** Deeper members are those of their parent: no field that anybody would name is that deep. */
const MOST_NAMES = 8;

/**
 * Reads from all records whether their dates have the format of the organization, before any of them is converted
 * (third-party-risk, Date and datetime values 1 and 2). A service writes all of its dates in one format: where the
 * credential has MM-DD-YYYY, a single `31-03-2027` proves that `04-03-2027` is not the third of April.
 *
 * @param records as the service sent them
 */
export function readDates(
	records: readonly IDataObject[],
	dates: OrganizationDates,
): DateConversion {
	const { organizationDateFormat: format } = dates;
	const formatsOf = formatReader([...DATE_FORMATS.map(([, pattern]) => pattern), format]);
	const foreign: ForeignDate[] = [];
	/** Fields with dates that could have another format, too. */
	const doubtful = new Set<string>();
	let hasProof = false;
	for (const [index, record] of records.entries()) {
		for (const { text, field } of textsIn(record)) {
			const fitting = formatsOf(text);
			const [other] = fitting.filter((pattern) => pattern !== format);
			if (other === undefined) hasProof ||= fitting.length > 0;
			else if (fitting.includes(format)) doubtful.add(field);
			else if (!isIsoDay(text, other))
				foreign.push({ text, field, record: index + 1, format: labelOf(fitting) });
		}
	}
	const example = foreign.find(({ format: label }) => !label.includes(' ')) ?? foreign[0];
	const converting = (kept: ReadonlySet<string>) => (record: IDataObject) =>
		convertBut(record, dates, kept);
	if (!example) return { convert: converting(new Set()) };
	const what = `${example.field} of record ${example.record} is "${example.text}", which is ${example.format}`;
	const label = labelOf([format]);
	if (!hasProof && doubtful.size > 0) {
		const problem = userError(
			`Organization Date Format is ${label}, but ${what}`,
			`Change it in the credential to ${example.format}. Nothing was converted, because day and month would be exchanged. If ${example.field} has no dates of the service, turn off Convert Dates.`,
		);
		return { problem, convert: (record) => record };
	}
	if (!hasProof)
		return {
			warning: `No dates were converted: ${what}. Organization Date Format in the credential is ${label}.`,
			convert: converting(new Set()),
		};
	const mixed = foreign.filter(({ field }) => doubtful.has(field));
	const [first] = mixed;
	const kept = new Set(mixed.map(({ field }) => field));
	return {
		...(first && {
			warning: `Dates in ${[...kept].join(', ')} were not converted: record ${first.record} has "${first.text}", which is ${first.format}, not ${label}.`,
		}),
		convert: converting(kept),
	};
}

/** @returns a function that tells in which formats a text is a date that exists, with a time or without */
function formatReader(all: string[]): (text: string) => readonly string[] {
	const patterns = [...new Set(all)];
	const known = new Map<string, readonly string[]>();
	return (text) => {
		if (!looksLikeDate(text) || text.includes('T')) return [];
		const [day = ''] = text.split(' ');
		const fitting =
			known.get(day) ?? patterns.filter((pattern) => DateTime.fromFormat(day, pattern).isValid);
		known.set(day, fitting);
		return fitting;
	};
}

/** A day that is written as in ISO 8601 is right as it is. */
function isIsoDay(text: string, pattern: string): boolean {
	return pattern === 'yyyy-MM-dd' && !text.includes(' ');
}

/** @returns formats as the credential shows them */
function labelOf(patterns: readonly string[]): string {
	return patterns
		.map((pattern) => DATE_FORMATS.find(([, value]) => value === pattern)?.[0] ?? pattern)
		.join(' or ');
}

interface Place {
	value: object;
	names: string[];
}

/** @returns the texts in a record, to any depth, each with what replaces it and the names that lead to it */
function* textsIn(
	record: object,
): Generator<{ text: string; field: string; replace: (text: string) => void }> {
	const open: Place[] = [{ value: record, names: [] }];
	for (let place = open.pop(); place; place = open.pop()) {
		const { value: parent, names } = place;
		for (const name of Object.keys(parent)) {
			const value: unknown = Reflect.get(parent, name);
			const isNamed = !Array.isArray(parent) && names.length < MOST_NAMES;
			const path = isNamed ? [...names, name] : names;
			if (isObject(value)) open.push({ value, names: path });
			else if (typeof value === 'string')
				yield {
					text: value,
					field: fieldOf(path),
					replace: (text) => void Reflect.set(parent, name, text),
				};
		}
	}
}

/**
 * A row of a run has values of the record in `record` and `changes`, too:
 *
 *     { "changes": { "due": { "previous": "31-03-2027", "current": "30-04-2027" } }, "due": "30-04-2027" }
 */
function fieldOf([first = '', ...others]: string[]): string {
	const [name = '', , ...deeper] = others;
	if (first === 'changes' && others.length > 1) return [name, ...deeper].join('.');
	return (first === 'record' && others.length > 0 ? others : [first, ...others]).join('.');
}

function convertBut(
	record: IDataObject,
	dates: OrganizationDates,
	kept: ReadonlySet<string>,
): IDataObject {
	const copy: unknown = JSON.parse(jsonText(record));
	if (isObject(copy))
		for (const { text, field, replace } of textsIn(copy)) {
			const iso = kept.has(field) ? undefined : dateToIso(text, dates);
			if (iso !== undefined) replace(iso);
		}
	return toRecord(copy);
}
