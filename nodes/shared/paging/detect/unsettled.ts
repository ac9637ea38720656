import { isPositionNumber, queryOf } from '../response/numbering';
import type { Recorder } from './recorder';

/** How many parameters a sentence lists: more would not be read. */
const MOST_LISTED = 3;

/** Longest words of the server that are shown, in characters. */
const MOST_OF_WORDS = 80;

const OK = 200;

/** A parameter that was tried, and how the server answered it. */
interface Unsettled {
	/** With its value, if that is a number: `page=2`. */
	parameter: string;
	status: number;
	/** What the server says of it; empty if it says nothing. */
	words: string;
	/** The same text for the same cause. */
	cause: string;
}

/** @returns the parameters that were tried alone, and were answered by something other than a page */
export function unsettledBy({ noPages }: Recorder, url: string): Unsettled[] {
	const own = new Set(queryOf(url).map(({ name, value }) => `${name}=${value}`));
	const found = Array.from(noPages).flatMap(([asked, { status, words, cause }]) => {
		const [one, ...others] = queryOf(asked).filter(
			({ name, value }) => !own.has(`${name}=${value}`),
		);
		if (!one || others.length > 0) return [];
		// A token can be a secret.
		const parameter = isPositionNumber(one.value) ? `${one.name}=${one.value}` : one.name;
		return [{ parameter, status, words, cause }];
	});
	return [...new Map(found.map((one) => [one.parameter, one])).values()];
}

/**
 * @param isSaid whether the response itself says that its page is the only one
 * @returns what was not answered, as a sentence or two
 */
export function unsettledText(unsettled: readonly Unsettled[], isSaid: boolean): string {
	const listed = unsettled.slice(0, MOST_LISTED).map(({ parameter }) => parameter.slice(0, 30));
	const others = unsettled.length - listed.length;
	const all = [...listed, ...(others > 0 ? [`${others} more`] : [])].join(', ');
	const status = onlyOne(unsettled, (one) => one.status);
	const words = onlyOne(unsettled, (one) => one.words) ?? '';
	const said = [
		...(status === undefined || status === OK ? [] : [`status ${status}`]),
		// A part of a long text could have a part of a secret.
		...(words === '' || words.length > MOST_OF_WORDS ? [] : [words]),
	].join(': ');
	const open = isSaid ? '' : " The API doesn't say whether there are more pages.";
	return `Not answered with a page: ${all}${said === '' ? '' : ` (${said})`}.${open}`;
}

/** @returns what all of them have in common; `undefined` where they differ */
function onlyOne<Value>(
	unsettled: readonly Unsettled[],
	valueOf: (one: Unsettled) => Value,
): Value | undefined {
	const [value, ...others] = new Set(unsettled.map(valueOf));
	return others.length === 0 ? value : undefined;
}

/** @returns whether an API refuses all that it does not know, in one way: then a longer list is no other case */
export function isUniform(unsettled: readonly Unsettled[]): boolean {
	const causes = new Set(unsettled.map(({ cause }) => cause));
	const names = new Set(unsettled.map(({ parameter }) => parameter.replace(/=.*/, '')));
	return causes.size === 1 && names.size > 1;
}
