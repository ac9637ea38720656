import { describeKind } from '../../basics/describeKind';
import { excerpt } from '../../basics/excerpt';
import { isRecord } from '../../basics/guards';
import { memberOf } from '../../basics/members';
import { field, type FieldText, fieldText } from '../fieldText';
import { DatasetError } from '../pagingErrors';
import { readPath } from '../path';
import type { JsonObject } from '../types';

/** How a field is used, by what was chosen: a scheme, a kind of token or total, a page size that is sent. */
interface Use {
	/** Choices that use it; all of them by default. */
	by?: readonly string[];
	/** Choices that need it; those that use it by default. */
	neededBy?: readonly string[];
	/** What to enter where it is needed. */
	fix?: FieldText;
	/** Beyond the specification: refused where it is not used, since the dataset would mean something else. */
	isOurs?: boolean;
}

const NUMBERED_SCHEMES = ['pageBased', 'offsetAndLimit'];

const REST_SCHEMES = [...NUMBERED_SCHEMES, 'nextToken'];

const GRAPHQL_SCHEMES = ['graphqlConnections'];

export const URL_FIX =
	'Enter a URL that starts with https:// or http://, or a path relative to the base URL.';

export const PAGE_INFO_FIX =
	'Enter the path of the pageInfo object, such as data.vendors.pageInfo.';

const used = (...by: string[]): Use => ({ by });

const ours = (...by: string[]): Use => ({ by, isOurs: true });

/** The fields of a dataset by their dotted names. */
const FIELD_USES: Readonly<Record<string, Use>> = {
	url: { neededBy: ['always'], fix: URL_FIX },
	method: {},
	property: {},
	body: {},
	'body.query': {
		by: GRAPHQL_SCHEMES,
		fix: fieldText`Enter the GraphQL query in ${field('body.query')}.`,
	},
	pagingScheme: {},
	'pagingScheme.type': {},
	'pagingScheme.pageUntil': {},
	'pagingScheme.request': {},
	'pagingScheme.response': {},
	'pagingScheme.tokenType': used('nextToken'),
	'pagingScheme.parametersIn': ours(...REST_SCHEMES),
	'pagingScheme.endStatuses': ours(...NUMBERED_SCHEMES),
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
		fix: fieldText`Enter the name of the parameter for the token, or set ${field('pagingScheme.tokenType', 'url')}.`,
	},
	'pagingScheme.request.limitParameter': {},
	'pagingScheme.request.limitValue': {
		neededBy: ['offsetAndLimit', 'totalCount', 'page size'],
		fix: 'Set it to the number of records per page.',
	},
	'pagingScheme.request.valueTemplate': ours(...NUMBERED_SCHEMES, 'tokenType token'),
	'pagingScheme.request.tokenFormat': ours('tokenType token'),
	'pagingScheme.request.keepParameters': ours('tokenType url'),
	'pagingScheme.response.nextToken': {
		by: ['nextToken'],
		fix: 'Enter the path of the next token or next URL in the response, or header:Name for a header.',
	},
	'pagingScheme.response.nextBase': ours('tokenType url'),
	'pagingScheme.response.pageInfo': { by: GRAPHQL_SCHEMES, fix: PAGE_INFO_FIX },
	'pagingScheme.response.totalCount': {
		by: ['totalCount'],
		fix: fieldText`Enter the path of the total number of records, or set ${field('pagingScheme.pageUntil', 'noDataLeft')}.`,
	},
	'pagingScheme.response.totalPages': ours('pageBased with reachTotalCount'),
	'pagingScheme.response.moreRecords': ours(...REST_SCHEMES),
	'pagingScheme.response.lastPage': ours(...REST_SCHEMES),
};

/**
 * Reads the fields of a dataset by their dotted names. Null and empty text count as left out, since
 * forms send them, and so does what the choices do not use. Every method throws a DatasetError when a
 * field is set to something else than it reads.
 */
export class Fields {
	readonly warnings: FieldText[] = [];
	/** What was chosen so far. */
	readonly chosen = new Set(['always']);

	/** @param input the dataset */
	constructor(private readonly input: JsonObject) {}

	/** @returns the value unchanged; `undefined` when left out */
	value(name: string): unknown {
		return this.isUsed(name) ? this.entered(name) : undefined;
	}

	object(name: string): JsonObject {
		const value = this.value(name) ?? {};
		if (isRecord(value)) return value;
		throw wrong(name, `must be an object, not ${describeKind(value)}`, 'Write it as { … }.');
	}

	text(name: string): string | undefined {
		const value = this.value(name);
		if (value === undefined) return undefined;
		if (typeof value === 'string') return value.trim() || undefined;
		throw wrong(name, `must be text, not ${describeKind(value)}`, 'Put it in quotes.');
	}

	/**
	 * @param least smallest value allowed, 0 or 1
	 * @returns an integer, which may be given as text
	 */
	integer(name: string, least: number): number | undefined {
		const value = this.value(name);
		if (value === undefined) return undefined;
		const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
		if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least)
			return number;
		const wanted = least === 1 ? 'a positive integer' : 'an integer of 0 or more';
		throw wrong(
			name,
			`must be ${wanted}, not ${excerpt(value)}`,
			fieldText`Set ${field(name)} to ${wanted}.`,
		);
	}

	/**
	 * @param wanted what the array contains, for messages
	 * @param read one entry; `undefined` when it cannot be used
	 * @returns the entries; `undefined` when there are none
	 */
	list<Entry>(
		name: string,
		wanted: string,
		read: (entry: unknown) => Entry | undefined,
	): Entry[] | undefined {
		const value = this.value(name) ?? [];
		const fix = fieldText`Set ${field(name)} to an array of ${wanted}.`;
		if (!Array.isArray(value))
			throw wrong(name, `must be an array, not ${describeKind(value)}`, fix);
		const entries = value.map((entry: unknown) => {
			const found = read(entry);
			if (found !== undefined) return found;
			throw wrong(name, `cannot contain ${excerpt(entry)}`, fix);
		});
		return entries.length > 0 ? entries : undefined;
	}

	/** @returns one of the choices, in whatever letter case it is written */
	oneOf<Choice extends string>(name: string, choices: readonly Choice[], initial?: string): Choice {
		const value = this.value(name) ?? initial;
		const text = String(value).toLowerCase();
		const choice = choices.find((candidate) => candidate.toLowerCase() === text);
		if (choice !== undefined) return choice;
		const state = value === undefined ? 'is missing' : `cannot be ${excerpt(value)}`;
		throw wrong(
			name,
			`${state}; valid values: ${choices.join(', ')}`,
			fieldText`Set ${field(name, ...choices)}.`,
		);
	}

	warn(name: string, what: FieldText): void {
		this.warnings.push(fieldText`${field(name)} ${what}.`);
	}

	/**
	 * Warns about what is of no use.
	 *
	 * @param here the choices in words; empty where only the outermost fields count
	 * @throws DatasetError when a field is missing, or must not be left out
	 */
	checkUse(here: string): void {
		for (const [name, { by = [], neededBy = by, fix }] of Object.entries(FIELD_USES)) {
			const isNeeded = fix !== undefined && this.hasChosen(neededBy);
			if (isNeeded && this.isBlank(name)) throw wrong(name, 'is missing', fix);
		}
		const objects = ['pagingScheme.request', 'pagingScheme.response', 'pagingScheme'];
		const fields = (here === '' ? [] : objects).flatMap((parent) =>
			Object.keys(this.object(parent)).map((key) => `${parent}.${key}`),
		);
		for (const name of [...fields, ...Object.keys(this.input)]) {
			const use = memberOf(FIELD_USES, name);
			if ((use && this.isUsed(name)) || this.isBlank(name)) continue;
			if (use?.isOurs)
				throw wrong(
					name,
					`cannot be used by ${here}`,
					fieldText`Remove ${field(name)}. It needs ${use.by?.join(' or ') ?? ''}.`,
				);
			const state = fields.includes(name) ? `is not used by ${here}` : 'is not a paging field';
			this.warn(name, `${state}; it is ignored`);
		}
	}

	private isUsed(name: string): boolean {
		const { by } = memberOf(FIELD_USES, name) ?? {};
		return !by || this.hasChosen(by);
	}

	private hasChosen(choices: readonly string[]): boolean {
		return choices.some((choice) => this.chosen.has(choice));
	}

	private entered(name: string): unknown {
		const value = readPath(name, { body: this.input });
		return value === '' ? undefined : value;
	}

	/** Whether a field is left out, or has an empty list or spaces. */
	private isBlank(name: string): boolean {
		return String(this.entered(name) ?? '').trim() === '';
	}
}

/** @returns the error to throw when a field is wrong */
export function wrong(name: string, what: FieldText, fix: FieldText): DatasetError {
	return new DatasetError(name, fieldText`${field(name)} ${what}.`, fix);
}
