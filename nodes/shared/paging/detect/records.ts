import { isRecord } from '../../basics/guards';
import { countOf } from '../../basics/countOf';
import { excerpt } from '../../basics/excerpt';
import { PagingError } from '../pagingErrors';
import {
	ENTITY_NAMES,
	ENVELOPE_NAMES,
	PROBLEM_NAMES,
	RECORD_NAMES,
	SIDE_NAMES,
	UNLIKELY_NAMES,
} from '../response/knownNames';
import { memberFold } from '../../basics/nameFolds';
import { isPagingName } from '../response/memberNames';
import type { FoundRecords } from './types';

export const CHECK = 'Check URL, Authentication, and Options > Headers.';

export const CHECK_METHOD = `${CHECK} If the API needs POST, set Paging Setup to Set Up Manually.`;

interface FoundArray {
	path: string;
	values: unknown[];
	parent: Record<string, unknown>;
	/** How likely these are the records. */
	score: number;
	/** Whether the name, or the URL, says that these are the records. */
	isNamed: boolean;
}

/** How deep an array of records can be; deeper ones belong to a record. */
const DEEPEST_ARRAY = 4;

/** What speaks for an array, or against it. */
const SCORES = { inUrl: 60, ofObjects: 40, named: 30, besidePaging: 30, unlikely: -30, side: -100 };

/** Arrays whose scores are closer than this are equally likely. */
const CLEAR_LEAD = 20;

/** How many members of its own an object has at least that is a record, not an envelope around a list. */
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
	const found = Array.isArray(body) ? inArray(body) : inObject(body, url);
	if (!areEnvelopes(found.records)) return found;
	const { property } = found;
	throw new PagingError(
		`The elements ${property === '' ? 'of the response' : `at ${property}`} are not records, but lists of records with pages of their own.`,
		FIX,
	);
}

/** The body is an array: of records, or of its metadata and its records, `[{ "page": 1 }, [{ … }]]` (World Bank). */
function inArray(body: unknown[]): FoundRecords {
	const [metadata, records] = body;
	if (body.length === 2 && isRecord(metadata) && Array.isArray(records)) {
		return {
			property: '1',
			records,
			evidence: `Records: ${countOf(records.length, 'record')} in the second member of the response, after its metadata.`,
		};
	}
	return {
		property: '',
		records: body,
		evidence: `Records: the response is an array of ${countOf(body.length, 'record')}.`,
	};
}

function inObject(body: unknown, url: string): FoundRecords {
	if (!isRecord(body))
		throw new PagingError(`The response is ${excerpt(body)}, not a list of records.`, FIX);
	const [best, ...others] = likelyArrays(body, url).sort((a, b) => b.score - a.score);
	if (!best) {
		const members = Object.keys(body).slice(0, 8).join(', ') || 'no members';
		throw new PagingError(
			`The response has no array of records. It is an object with ${members}.`,
			`For a single record, use n8n's HTTP Request node. If the URL is right, and it is a list: ${FIX}`,
		);
	}
	// Without elements, an array looks less likely than it is.
	const isLikely = ({ score, values }: FoundArray) =>
		score + (best.isNamed || values.length > 0 ? 0 : SCORES.ofObjects) > best.score - CLEAR_LEAD;
	const second = others.find(isLikely);
	if (second) {
		throw new PagingError(
			`The response has more than one array that may contain the records: ${described(best)} and ${described(second)}.`,
			`${FIX.slice(0, -1)}: ${best.path} or ${second.path}.`,
		);
	}
	if (isOfOneValue(best, url)) {
		throw new PagingError(
			`The response has an array for each value in the URL, such as ${described(best)}, not one list of records.`,
			`Read one value at a time. ${FIX}`,
		);
	}
	if (!best.isNamed && isEntity(best.parent)) {
		throw new PagingError(
			`The response looks like a single record with the array ${described(best)}, not like a list of records.`,
			`If ${best.path} contains the records: ${FIX}`,
		);
	}
	const { path: property, values: records } = best;
	return { property, records, evidence: `Records: ${described(best)}.` };
}

/** Alpaca: `bars.ABC` for `symbols=ABC,XYZ`, where the next page may have `bars.XYZ`; fields are in small letters. */
function isOfOneValue({ path }: FoundArray, url: string): boolean {
	const [key = '', parent] = path.split('.').toReversed();
	const lists = Array.from(new URL(url).searchParams.values(), (value) => value.split(','));
	const isListed = lists.some((list) => list.length > 1 && list.includes(key));
	return parent !== undefined && isListed && !/[a-z]/.test(key);
}

function described({ path, values }: FoundArray): string {
	return `${path} (${countOf(values.length, 'record')})`;
}

function likelyArrays(body: Record<string, unknown>, url: string): FoundArray[] {
	const words = namesInPath(url);
	const found: FoundArray[] = [];
	const visit = (parent: Record<string, unknown>, keys: string[]) => {
		// What says how to go on is beside the records, if it is not beside everything (Discourse).
		const isBesidePaging = keys.length > 0 && Object.keys(parent).some(isPagingName);
		for (const [key, values] of Object.entries(parent)) {
			const name = memberFold(key);
			const path = [...keys, key];
			const isInUrl = words.has(name) || words.has(singular(name));
			const isKnown = RECORD_NAMES.has(name) || keys.at(-1) === '_embedded';
			const isPrivate = key.startsWith('_') && name !== 'embedded' && !isKnown;
			const isSide = SIDE_NAMES.has(name) || isPrivate || /^(?:next|prev)/.test(name);
			if (isRecord(values) && !isSide && path.length < DEEPEST_ARRAY) visit(values, path);
			if (!Array.isArray(values)) continue;
			const areRecords = values.length > 0 && values.every(isRecord);
			// A list beside others can be the records if it is the only one: `{ "links": [{ … }] }` (Bitly).
			if (isSide && !isInUrl && (PROBLEM_NAMES.has(name) || !areRecords)) continue;
			const score =
				(areRecords ? SCORES.ofObjects : 0) +
				(isBesidePaging ? SCORES.besidePaging : 0) +
				(isKnown ? SCORES.named : 0) +
				(isInUrl ? SCORES.inUrl : UNLIKELY_NAMES.has(name) ? SCORES.unlikely : 0) +
				(isSide && !isInUrl ? SCORES.side : 0);
			found.push({ path: path.join('.'), values, parent, score, isNamed: isKnown || isInUrl });
		}
	};
	visit(body, []);
	return found;
}

/** @returns the names that the path of a URL contains, and their singulars */
function namesInPath(url: string): Set<string> {
	const words = new URL(url).pathname
		.split('/')
		.slice(-3)
		.map((part) => memberFold(part.replace(/[.(].*/, '')));
	return new Set(words.filter((word) => word.length > 2).flatMap((word) => [word, singular(word)]));
}

function singular(name: string): string {
	return name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

/** Whether an object has members as a record has them. */
function isEntity(object: Record<string, unknown>): boolean {
	const own = Object.entries(object).filter(
		([key, value]) =>
			['string', 'boolean'].includes(typeof value) && !ENVELOPE_NAMES.has(memberFold(key)),
	);
	return isIdentified(object) || own.length >= MEMBERS_OF_AN_OBJECT;
}

function isIdentified(object: Record<string, unknown>): boolean {
	return Object.keys(object).some((key) => ENTITY_NAMES.has(memberFold(key)));
}

/** Whether elements are not records, but lists of records with what is said about their pages. */
function areEnvelopes(values: readonly unknown[]): boolean {
	const isEnvelope = (value: unknown) =>
		isRecord(value) &&
		!isIdentified(value) &&
		Object.keys(value).some(isPagingName) &&
		Object.values(value).some(
			(list) => Array.isArray(list) && list.length > 0 && list.every(isRecord),
		);
	return values.length > 0 && values.every(isEnvelope);
}
