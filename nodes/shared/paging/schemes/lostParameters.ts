import { isSecretName } from '../../basics/secretNames';
import { POSITION_PARAMETERS, SIZE_NAMES } from '../response/knownNames';
import { isTokenName, numberingIn, queryOf } from '../response/numbering';

/** A next URL that numbers its page in the path: `/vendors/page/2`. */
const PAGE_IN_PATH = /\/p(?:ages?)?\/\d{1,7}$/i;

/** A long value without spaces. */
const LONG_WORD = /^[\w+/=.~%:-]{16,}$/;

const DATE = /^\d{4}-?\d\d(?:-?\d\d|$)/;

/** Seconds or milliseconds since 1970. */
const TIME = /^\d{10}(?:\d{3})?$/;

/** Names of the page size that mean other things in a response. */
const SIZES_IN_URLS = new Set(['count', 'first', 'n']);

/**
 * A next URL that only numbers its page has to ask for the same list as the first one. Some servers forget
 * what that asked for:
 *
 *     GET /vendors?status=active
 *     { "items": [ … ], "next": "https://api.example.com/vendors?page=2" }
 *
 * A URL with a cursor or token, or with another path, is complete: by it, the server knows what was asked for.
 *
 * @param first URL of the first request
 * @param next URL of another page, absolute as well
 * @returns the names of the query parameters of the first URL that the next one lacks, as they are written
 *   there; without those that say where its page begins, and without secrets
 */
export function lostParameters(first: string, next: string): string[] {
	if (!isNumberedPage(first, next) || namesCursor(first, next)) return [];
	const present = queryOf(next);
	const names = new Set(present.map(({ name }) => looseName(name)));
	const hasSize = present.some(({ plain }) => isSizeName(plain));
	const positions = new Set(numberingIn(first).map(({ name }) => name));
	const lost = queryOf(first).filter(
		({ name, plain, value }) =>
			!names.has(looseName(name)) &&
			!positions.has(name) &&
			!isCursor(plain, value) &&
			!isSecretName(name) &&
			!(hasSize && isSizeName(plain)),
	);
	return [...new Set(lost.map(({ name }) => name))];
}

/** @returns the page size that the first URL asks for, if it is all that was lost: `{ "pageSize": 50 }` */
export function lostSize(first: string, lost: readonly string[]): number | undefined {
	const sizes = queryOf(first).filter(({ name }) => lost.includes(name));
	const [size] = sizes;
	return size && sizes.every(({ plain }) => isSizeName(plain)) ? Number(size.value) : undefined;
}

/** Another path may name what was searched for: `/results/77?page=2`. */
function isNumberedPage(first: string, next: string): boolean {
	const [list, path] = [first, next].map((url) => new URL(url).pathname.replace(/\/$/, ''));
	if (path === list) return numberingIn(next).length > 0;
	return path?.replace(PAGE_IN_PATH, '') === list;
}

/** What the first URL has as well is a filter. */
function namesCursor(first: string, next: string): boolean {
	const before = new URL(first).searchParams;
	return queryOf(next).some(
		({ name, plain, value }) =>
			value !== '' &&
			!before.getAll(name).includes(value) &&
			(isCursor(plain, value) || isSecretName(name) || isOpaque(value)),
	);
}

/** @returns whether a value stands for something that the server knows: a cursor, a stored search, a signature */
function isOpaque(value: string): boolean {
	return LONG_WORD.test(value) && /\d/.test(value) && /[a-z]/i.test(value) && !DATE.test(value);
}

/** A date or time is one to filter by: `since=2024-01-01`. */
function isCursor(plain: string, value: string): boolean {
	if (isTokenName(plain)) return true;
	return POSITION_PARAMETERS.has(plain) && !DATE.test(value) && !TIME.test(value);
}

function isSizeName(plain: string): boolean {
	return SIZE_NAMES.has(plain) || SIZES_IN_URLS.has(plain);
}

/** Servers write names in another letter case, and lists with numbers: `ids[]` becomes `ids[0]`. */
function looseName(name: string): string {
	return name.toLowerCase().replace(/\[\d*\]/g, '');
}
