import { isRecord } from '../../basics/guards';
import { memberOf } from '../../basics/text';
import { DatasetError, excerpt, kindOf } from '../pagingErrors';
import { readPath } from '../path';
import type { JsonObject } from '../types';

/** How a field is used, by what was chosen: a scheme, a kind of token or total, a page size that is sent. */
interface Use {
	/** Choices that use it; all of them by default. */
	by?: readonly string[];
	/** Choices that need it; those that use it by default. */
	neededBy?: readonly string[];
	/** What to enter where it is needed. */
	fix?: string;
	/** Beyond the specification: refused where it is not used, since the dataset would mean something else. */
	isOurs?: boolean;
}

const NUMBERED = ['pageBased', 'offsetAndLimit'];

const REST = [...NUMBERED, 'nextToken'];

const GRAPHQL = ['graphqlConnections'];

export const URL_FIX =
	'Enter a URL that starts with https:// or http://, or a path relative to the base URL.';

export const PAGE_INFO_FIX =
	'Enter the path of the pageInfo object, such as data.vendors.pageInfo.';

const used = (...by: string[]): Use => ({ by });

const ours = (...by: string[]): Use => ({ by, isOurs: true });

/** The fields of a dataset by their dotted names. */
const FIELDS: Readonly<Record<string, Use>> = {
	url: { neededBy: ['always'], fix: URL_FIX },
	method: {},
	property: {},
	body: {},
	'body.query': { by: GRAPHQL, fix: 'Enter the GraphQL query in body.query.' },
	pagingScheme: {},
	'pagingScheme.type': {},
	'pagingScheme.pageUntil': {},
	'pagingScheme.request': {},
	'pagingScheme.response': {},
	'pagingScheme.tokenType': used('nextToken'),
	'pagingScheme.parametersIn': ours(...REST),
	'pagingScheme.endStatuses': ours(...NUMBERED),
	'pagingScheme.request.pageParameter': {
		by: ['pageBased'],
		fix: 'Enter the name of the parameter for the page number, such as page.',
	},
	'pagingScheme.request.pageStartingValue': used('pageBased'),
	'pagingScheme.request.offsetParameter': {
		by: ['offsetAndLimit'],
		fix: 'Enter the name of the parameter for the offset, such as offset.',
	},
	'pagingScheme.request.offsetStartingValue': used('offsetAndLimit'),
	'pagingScheme.request.tokenParameter': {
		by: ['nextToken'],
		// A URL replaces it.
		neededBy: ['tokenType token'],
		fix: 'Enter the name of the parameter for the token, or set pagingScheme.tokenType to url.',
	},
	'pagingScheme.request.limitParameter': {},
	'pagingScheme.request.limitValue': {
		neededBy: ['offsetAndLimit', 'totalCount', 'page size'],
		fix: 'Set it to the number of records per page.',
	},
	'pagingScheme.request.valueTemplate': ours(...NUMBERED, 'tokenType token'),
	'pagingScheme.request.keepParameters': ours('tokenType url'),
	'pagingScheme.response.nextToken': {
		by: ['nextToken'],
		fix: 'Enter the path of the next token or next URL in the response, or header:Name for a header.',
	},
	'pagingScheme.response.nextBase': ours('tokenType url'),
	'pagingScheme.response.pageInfo': { by: GRAPHQL, fix: PAGE_INFO_FIX },
	'pagingScheme.response.totalCount': {
		by: ['totalCount'],
		fix: 'Enter the path of the total number of records, or set pagingScheme.pageUntil to noDataLeft.',
	},
	'pagingScheme.response.totalPages': ours('pageBased with reachTotalCount'),
	'pagingScheme.response.moreRecords': ours(...REST),
	'pagingScheme.response.lastPage': ours(...REST),
};

/**
 * Reads the fields of a dataset by their dotted names. Null and empty text count as left out, since
 * forms send them, and so does what the choices do not use. Every method throws a DatasetError when a
 * field is set to something else than it reads.
 */
export class Fields {
	readonly warnings: string[] = [];
	/** What was chosen so far. */
	readonly chosen = new Set(['always']);

	/** @param input the dataset */
	constructor(private readonly input: JsonObject) {}

	/** @returns the value unchanged; `undefined` when left out */
	value(field: string): unknown {
		return this.isUsed(field) ? this.entered(field) : undefined;
	}

	object(field: string): JsonObject {
		const value = this.value(field) ?? {};
		if (isRecord(value)) return value;
		throw wrong(field, `must be an object, not ${kindOf(value)}`, 'Write it as { … }.');
	}

	text(field: string): string | undefined {
		const value = this.value(field);
		if (value === undefined) return undefined;
		if (typeof value === 'string') return value.trim() || undefined;
		throw wrong(field, `must be text, not ${kindOf(value)}`, 'Put it in quotes.');
	}

	/**
	 * @param least smallest value allowed, 0 or 1
	 * @returns an integer, which may be given as text
	 */
	integer(field: string, least: number): number | undefined {
		const value = this.value(field);
		if (value === undefined) return undefined;
		const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
		if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least)
			return number;
		const wanted = least === 1 ? 'a positive integer' : 'an integer of 0 or more';
		throw wrong(field, `must be ${wanted}, not ${excerpt(value)}`, `Set ${field} to ${wanted}.`);
	}

	/**
	 * @param wanted what the array contains, for messages
	 * @param read one entry; `undefined` when it cannot be used
	 * @returns the entries; `undefined` when there are none
	 */
	list<Entry>(
		field: string,
		wanted: string,
		read: (entry: unknown) => Entry | undefined,
	): Entry[] | undefined {
		const value = this.value(field) ?? [];
		const fix = `Set ${field} to an array of ${wanted}.`;
		if (!Array.isArray(value)) throw wrong(field, `must be an array, not ${kindOf(value)}`, fix);
		const entries = value.map((entry: unknown) => {
			const found = read(entry);
			if (found !== undefined) return found;
			throw wrong(field, `cannot contain ${excerpt(entry)}`, fix);
		});
		return entries.length > 0 ? entries : undefined;
	}

	/** @returns one of the choices, in whatever letter case it is written */
	oneOf<Choice extends string>(
		field: string,
		choices: readonly Choice[],
		initial?: string,
	): Choice {
		const value = this.value(field) ?? initial;
		const text = String(value).toLowerCase();
		const choice = choices.find((candidate) => candidate.toLowerCase() === text);
		if (choice !== undefined) return choice;
		const state = value === undefined ? 'is missing' : `cannot be ${excerpt(value)}`;
		throw wrong(
			field,
			`${state}; valid values: ${choices.join(', ')}`,
			`Set ${field} to ${choices.join(' or ')}.`,
		);
	}

	warn(field: string, what: string): void {
		this.warnings.push(`${field} ${what}.`);
	}

	/**
	 * Warns about what is of no use.
	 *
	 * @param here the choices in words; empty where only the outermost fields count
	 * @throws DatasetError when a field is missing, or must not be left out
	 */
	checkUse(here: string): void {
		for (const [field, { by = [], neededBy = by, fix }] of Object.entries(FIELDS)) {
			const isNeeded = fix !== undefined && this.hasChosen(neededBy);
			if (isNeeded && this.isBlank(field)) throw wrong(field, 'is missing', fix);
		}
		const objects = ['pagingScheme.request', 'pagingScheme.response', 'pagingScheme'];
		const fields = (here === '' ? [] : objects).flatMap((name) =>
			Object.keys(this.object(name)).map((key) => `${name}.${key}`),
		);
		for (const field of [...fields, ...Object.keys(this.input)]) {
			const use = memberOf(FIELDS, field);
			if ((use && this.isUsed(field)) || this.isBlank(field)) continue;
			if (use?.isOurs)
				throw wrong(
					field,
					`cannot be used by ${here}`,
					`Remove ${field}. It needs ${use.by?.join(' or ')}.`,
				);
			const state = fields.includes(field) ? `is not used by ${here}` : 'is not a paging field';
			this.warn(field, `${state}; it is ignored`);
		}
	}

	private isUsed(field: string): boolean {
		const { by } = memberOf(FIELDS, field) ?? {};
		return !by || this.hasChosen(by);
	}

	private hasChosen(choices: readonly string[]): boolean {
		return choices.some((choice) => this.chosen.has(choice));
	}

	private entered(field: string): unknown {
		const value = readPath(field, { body: this.input });
		return value === '' ? undefined : value;
	}

	/** Whether a field is left out, or has an empty list or spaces. */
	private isBlank(field: string): boolean {
		return String(this.entered(field) ?? '').trim() === '';
	}
}

/** @returns the error to throw when a field is wrong */
export function wrong(field: string, what: string, fix: string): DatasetError {
	return new DatasetError(field, `${field} ${what}.`, fix);
}
