import { isSecretName } from '../../basics/secretNames';
import type { Dataset } from '../dataset/types';
import { readPath } from '../path';
import {
	NO_TOKEN_WORDS,
	OFFSET_NAMES,
	PAGE_PARAMETERS,
	POSITION_PARAMETERS,
	SIZE_NAMES,
	TOKEN_WORDS,
} from './knownNames';
import { memberFold } from '../../basics/nameFolds';

/** A parameter of a URL's query. */
interface QueryParameter {
	name: string;
	/** The name as it is compared: `pagenumber` for `page[number]`. */
	plain: string;
	value: string;
}

/** A parameter by which a URL requests a page. */
interface PositionParameter {
	name: string;
	/** What it counts. */
	kind: 'page' | 'offset';
	value: number;
}

/** @returns the parameters of a URL's query */
export function queryOf(url: string): QueryParameter[] {
	return Array.from(new URL(url).searchParams, ([name, value]) => ({
		name,
		plain: memberFold(name),
		value,
	}));
}

/** The digits of a page number or an offset; a number with more is a time or a date, such as 20260131. */
const POSITION_DIGITS = /^\d{1,7}$/;

/** @returns whether the value of a parameter can be the number of a page or an offset */
export function isPositionNumber(value: string): boolean {
	return POSITION_DIGITS.test(value);
}

/** @returns the parameters of the URL that number its page, or the record it starts with */
export function numberingIn(url: string): PositionParameter[] {
	return queryOf(url).flatMap(({ name, plain, value }) => {
		const isPage = PAGE_PARAMETERS.has(plain);
		if (!isPositionNumber(value) || !(isPage || OFFSET_NAMES.has(plain))) return [];
		const kind: 'page' | 'offset' = isPage ? 'page' : 'offset';
		return [{ name, kind, value: Number(value) }];
	});
}

/** @returns the parameter by which a URL requests a later page than the first */
export function beginsLater(url: string): string | undefined {
	return numberingIn(url).find(({ value }) => value > 1)?.name;
}

/** @returns whether a name, as it is compared, is that of a token or cursor */
export function isTokenName(plain: string): boolean {
	return TOKEN_WORDS.test(plain) && !NO_TOKEN_WORDS.test(plain) && !isSecretName(plain);
}

/** @returns whether a parameter says which page a URL requests, where the server changes its value */
function isPositionName(name: string): boolean {
	const plain = memberFold(name);
	const isNumber = PAGE_PARAMETERS.has(plain) || OFFSET_NAMES.has(plain);
	return isNumber || plain === 'after' || plain === 'token' || isTokenName(plain);
}

/** @returns whether a URL requests a later page than the first, or one that it names by a token */
export function namesPosition(url: string): boolean {
	return (
		beginsLater(url) !== undefined ||
		queryOf(url).some(({ plain }) => POSITION_PARAMETERS.has(plain) || isTokenName(plain))
	);
}

/** @returns that reading may have started in the middle, as a warning */
export function startsInMiddle(parameter: string, where: string): string {
	return `The first request already contains the parameter "${parameter}" in ${where}, so reading may have started in the middle. Remove it to read from the beginning.`;
}

/** @returns why reading starts in the middle, when the dataset names a token of its own */
export function tokenInDataset({
	dataset,
	url,
}: {
	dataset: Dataset;
	url: string;
}): string | undefined {
	const { request, parametersIn } = dataset.pagingScheme ?? {};
	const { tokenParameter: name, valueTemplate } = request ?? {};
	if (name === undefined || valueTemplate !== undefined) return undefined;
	const inQuery = dataset.method === 'GET' || parametersIn === 'query';
	const query = new URL(url).searchParams;
	const value = inQuery ? query.get(name) : readPath(name, { body: dataset.body });
	return isLater(value) ? startsInMiddle(name, inQuery ? 'its URL' : 'its body') : undefined;
}

/**
 * @param first URL of the first request
 * @param next the URL of the page after it, from the server
 * @returns why reading starts in the middle, when the server's URL changes a position in the first
 */
export function positionInUrl(first: string, next: string): string | undefined {
	const following = new URL(next, first).searchParams;
	const changed = Array.from(new URL(first).searchParams).find(([name, value]) => {
		const then = following.get(name);
		return isPositionName(name) && isLater(value) && then !== null && then !== value;
	});
	return changed && startsInMiddle(changed[0], 'its URL');
}

/** Values that some servers want for the first page. */
const BEGINNING = /^(?:|\*|-1|0|1|null|start|first|initial|begin|false|undefined)$/i;

/** @returns whether a value stands for the first page */
export function isBeginning(value: unknown): boolean {
	return BEGINNING.test(String(value));
}

function isLater(value: unknown): boolean {
	return !isBeginning(value);
}

/** @returns the page size in the query of the URL */
export function sizeIn(url: string): number | undefined {
	const sized = queryOf(url).find(
		({ plain, value }) =>
			(SIZE_NAMES.has(plain) || ['count', 'first', 'n'].includes(plain)) &&
			/^[1-9]\d{0,8}$/.test(value),
	);
	return sized && Number(sized.value);
}
