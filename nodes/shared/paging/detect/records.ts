import { countOf } from '../../basics/text';
import { isRecord } from '../../basics/values';
import { excerpt, PagingError } from '../errors';
import {
	ENTITY_NAMES,
	ENVELOPE_NAMES,
	isPagingName,
	plain,
	PROBLEM_NAMES,
	RECORD_NAMES,
	SIDE_NAMES,
	UNLIKELY_NAMES,
} from '../response/metadata/names';

/** The array of records of a response. */
export interface FoundRecords {
	property: string;
	records: unknown[];
	evidence: string;
}

interface FoundArray {
	path: string;
	key: string;
	values: unknown[];
	parent: Record<string, unknown>;
	/** How likely these are the records. */
	score: number;
	/** Whether the name, or the URL, says that these are the records. */
	isNamed: boolean;
}

/** Deeper arrays belong to a record. */
const MAX_DEPTH = 4;

/** Arrays whose scores are closer than this are equally likely. */
const CLEAR_LEAD = 20;

/** What it says for an array that all of its elements are objects, compared with an empty one. */
const OF_OBJECTS = 40;

/** More members of its own than an envelope has, in the object around an unnamed array. */
const MEMBERS_OF_AN_OBJECT = 4;

const FIX =
	'Set Paging Setup to Set Up Manually, and enter the path of the array of records in Records Path.';

/**
 * Finds the one array of records in a body.
 *
 * @param url URL of the request: its last part often is the name of the array
 * @throws PagingError when there is none, or more than one that is equally likely
 */
export function findRecords(body: unknown, url: string): FoundRecords {
	if (Array.isArray(body)) return recordsOf(body, url);
	if (!isRecord(body)) {
		throw new PagingError(`The response is ${excerpt(body)}, not a list of records.`, FIX);
	}
	const arrays = arraysIn(body, url).sort((a, b) => b.score - a.score);
	requireOneKind(arrays, url);
	const [best, next] = arrays;
	// Without elements, an array looks less likely than it is.
	const empty = arrays.find(
		(one) =>
			one !== best &&
			one.values.length === 0 &&
			one.score + OF_OBJECTS > (best?.score ?? 0) - CLEAR_LEAD,
	);
	const second = best?.isNamed === false && empty ? { ...empty, score: best.score } : next;
	if (!best) {
		const members = Object.keys(body).slice(0, 8).join(', ');
		throw new PagingError(
			`The response has no array of records. It is an object with ${members === '' ? 'no members' : members}.`,
			`If it is a single record, no paging is needed. Otherwise, check the URL. ${FIX}`,
		);
	}
	if (second && best.score - second.score < CLEAR_LEAD) {
		throw new PagingError(
			`The response has more than one array that may contain the records: ${described(best)} and ${described(second)}.`,
			`${FIX.slice(0, -1)}: ${best.path} or ${second.path}.`,
		);
	}
	if (!best.isNamed && isEntity(best)) {
		throw new PagingError(
			`The response looks like a single record with the array ${described(best)}, not like a list of records.`,
			`If ${best.path} contains the records: ${FIX}`,
		);
	}
	const { path, values } = best;
	return requireRecords({
		property: path,
		records: values,
		evidence: `Records: ${described(best)}.`,
	});
}

/** Whether elements are not records, but lists of records with what is said about their pages. */
function areEnvelopes(values: readonly unknown[]): boolean {
	return (
		values.length > 0 &&
		values.every((value) => {
			const members = Object.entries(isRecord(value) ? value : {});
			const hasList = members.some(
				([, list]) => Array.isArray(list) && list.length > 0 && list.every(isRecord),
			);
			const isEntity = members.some(([key]) => ENTITY_NAMES.has(plain(key)));
			return hasList && !isEntity && members.some(([key]) => isPagingName(key));
		})
	);
}

/** @throws PagingError when the elements are no records */
function requireRecords(found: FoundRecords): FoundRecords {
	const { property, records } = found;
	if (!areEnvelopes(records)) return found;
	throw new PagingError(
		`The elements ${property === '' ? 'of the response' : `at ${property}`} are not records, but lists of records with pages of their own.`,
		FIX,
	);
}

/** The body is an array: of records, or of its metadata and its records. */
function recordsOf(body: unknown[], url: string): FoundRecords {
	const [metadata, records] = body;
	if (body.length === 2 && isRecord(metadata) && Array.isArray(records)) {
		return {
			property: '1',
			records,
			evidence: `Records: ${countOf(records.length, 'record')} in the second member of the response, after its metadata.`,
		};
	}
	if (body.length === 1 && areEnvelopes(body)) {
		const inside = findRecords(metadata, url);
		return { ...inside, property: `0.${inside.property}` };
	}
	return requireRecords({
		property: '',
		records: body,
		evidence: `Records: the response is an array of ${countOf(body.length, 'record')}.`,
	});
}

function described({ path, values }: FoundArray): string {
	return `${path} (${countOf(values.length, 'record')})`;
}

function arraysIn(body: Record<string, unknown>, url: string): FoundArray[] {
	const words = wordsOf(url);
	const found: FoundArray[] = [];
	const spare: FoundArray[] = [];
	const visit = (parent: Record<string, unknown>, keys: string[]) => {
		// What says how to go on is beside the records, if it is not beside everything (Discourse).
		const isBesidePaging = keys.length > 0 && Object.keys(parent).some(isPagingName);
		for (const [key, values] of Object.entries(parent)) {
			const name = plain(key);
			const isPrivate = key.startsWith('_') && name !== 'embedded' && !RECORD_NAMES.has(name);
			const isSide = SIDE_NAMES.has(name) || isPrivate || /^(?:next|prev)/.test(name);
			const path = [...keys, key];
			if (isRecord(values) && !isSide && path.length < MAX_DEPTH) visit(values, path);
			if (!Array.isArray(values)) continue;
			const isKnown = RECORD_NAMES.has(name) || keys.at(-1) === '_embedded';
			const isInUrl = words.has(name) || words.has(singular(name));
			const areRecords = values.length > 0 && values.every(isRecord);
			const score =
				(areRecords ? OF_OBJECTS : 0) +
				(isBesidePaging ? 30 : 0) +
				(isKnown ? 30 : 0) +
				(isInUrl ? 60 : UNLIKELY_NAMES.has(name) ? -30 : 0);
			const isNamed = isKnown || isInUrl;
			const one = { path: path.join('.'), key, values, parent, score, isNamed };
			// A member named so can still be the records, if it is an array that the URL names.
			if (!isSide || words.has(name)) found.push(one);
			// Bitly.
			else if (!PROBLEM_NAMES.has(name) && values.some(isRecord)) spare.push(one);
		}
	};
	visit(body, []);
	return found.length > 0 ? found : spare;
}

/**
 * Where an array has the name of something that the URL asks for, there is one array for each of
 * these: `bars.ABC` with `symbols=ABC,XYZ`. The next page may have another one.
 *
 * @throws PagingError when the records are in several arrays, by what they are about
 */
function requireOneKind([best]: readonly FoundArray[], url: string): void {
	if (!best?.path.includes('.')) return;
	const { key } = best;
	const lists = Array.from(new URL(url).searchParams.values(), (value) => value.split(','));
	const isWanted = lists.some((list) => list.length > 1 && list.includes(key));
	// Members are named in small letters: a list of those is a list of fields.
	if (!isWanted || /[a-z]/.test(key)) return;
	throw new PagingError(
		`The response has an array for each value in the URL, such as ${described(best)}, not one list of records.`,
		`Read one value at a time. ${FIX}`,
	);
}

/** @returns the names that the path of a URL contains, and their singulars */
function wordsOf(url: string): Set<string> {
	const parts = new URL(url).pathname.split('/').slice(-3);
	const words = parts.map((part) => plain(part.replace(/[.(].*/, '')));
	return new Set(words.filter((word) => word.length > 2).flatMap((word) => [word, singular(word)]));
}

function singular(name: string): string {
	return name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

/** Whether the object around an array has members as a record has them. */
function isEntity({ parent }: FoundArray): boolean {
	const own = Object.entries(parent).filter(
		([key, value]) =>
			['string', 'boolean'].includes(typeof value) && !ENVELOPE_NAMES.has(plain(key)),
	);
	const isIdentified = Object.keys(parent).some((key) => ENTITY_NAMES.has(plain(key)));
	return isIdentified || own.length >= MEMBERS_OF_AN_OBJECT;
}
