import { isSecretName } from '../../../secretNames';
import { plain as plainOf } from '../names';
import {
	NO_TOKEN,
	OFFSET_NAMES,
	PAGE_NAMES,
	PAGE_PARAMETERS,
	POSITION_PARAMETERS,
	SIZE_NAMES,
	TOKEN,
} from './names';

/** A parameter in the query of the first URL. */
export interface QueryParameter {
	name: string;
	plain: string;
	value: string;
}

/** @returns the parameters of a URL's query */
export function queryOf(url: string): QueryParameter[] {
	return Array.from(new URL(url).searchParams, ([name, value]) => ({
		name,
		plain: plainOf(name),
		value,
	}));
}

/** A number with more digits is a time or a date, such as 20260131. */
const NUMBER = /^\d{1,7}$/;

/** @returns the parameters of the URL that number its page, or the record it starts with */
export function numberingIn(
	url: string,
): Array<{ name: string; kind: 'page' | 'offset'; value: number }> {
	return queryOf(url).flatMap(({ name, plain, value }) => {
		const kind =
			PAGE_NAMES.has(plain) || PAGE_PARAMETERS.has(plain)
				? ('page' as const)
				: OFFSET_NAMES.has(plain)
					? ('offset' as const)
					: undefined;
		return kind !== undefined && NUMBER.test(value) ? [{ name, kind, value: Number(value) }] : [];
	});
}

/** @returns the parameter by which a URL requests a later page than the first */
export function beginsLater(url: string): string | undefined {
	return numberingIn(url).find(({ value }) => value > 1)?.name;
}

/** @returns whether a URL requests a later page than the first, or one that it names by a token */
export function namesPosition(url: string): boolean {
	const isToken = (name: string) => TOKEN.test(name) && !NO_TOKEN.test(name) && !isSecretName(name);
	return (
		beginsLater(url) !== undefined ||
		queryOf(url).some(({ plain }) => POSITION_PARAMETERS.has(plain) || isToken(plain))
	);
}

/** @returns the page size in the query of the URL */
export function sizeIn(url: string): number | undefined {
	const sized = queryOf(url).find(
		({ plain, value }) => isSizeName(plain) && /^[1-9]\d{0,8}$/.test(value),
	);
	return sized && Number(sized.value);
}

/** @returns whether a parameter is the page size by its plain name */
export function isSizeName(plain: string): boolean {
	return SIZE_NAMES.has(plain) || plain === 'count' || plain === 'first' || plain === 'n';
}

/** @returns the parameter by which a URL requests the page or record 1, which is the second one of some APIs */
export function beginsAtOne(url: string): string | undefined {
	return numberingIn(url).find(({ value }) => value === 1)?.name;
}
