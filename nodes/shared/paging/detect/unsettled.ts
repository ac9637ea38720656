import { isPositionNumber, queryOf } from '../response/numbering';
import type { Recorder } from './recorder';

/** How many parameters a sentence lists: more would not be read. */
const MOST_LISTED = 3;

/** A parameter that was tried, and how the server answered it. */
interface Unsettled {
	/** With its value, if that is a number: `page=2`. */
	parameter: string;
	status: number;
	/** The same text for the same cause. */
	cause: string;
}

/** @returns the parameters that were tried alone, and were answered by something other than a page */
export function unsettledBy({ noPages }: Recorder, url: string): Unsettled[] {
	const own = new Set(queryOf(url).map(({ name, value }) => `${name}=${value}`));
	const found = Array.from(noPages).flatMap(([asked, { status, cause }]) => {
		const [one, ...others] = queryOf(asked).filter(
			({ name, value }) => !own.has(`${name}=${value}`),
		);
		if (!one || others.length > 0) return [];
		// A token can be a secret.
		const parameter = isPositionNumber(one.value) ? `${one.name}=${one.value}` : one.name;
		return [{ parameter, status, cause }];
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
	const statuses = new Set(unsettled.map(({ status }) => status));
	const [status] = statuses;
	const how = statuses.size === 1 && status !== 200 ? ` (status ${status})` : '';
	const open = isSaid ? '' : " The API doesn't say whether there are more pages.";
	return `Not answered with a page: ${all}${how}.${open}`;
}

/** @returns whether an API refuses all that it does not know, in one way: then a longer list is no other case */
export function isUniform(unsettled: readonly Unsettled[]): boolean {
	const causes = new Set(unsettled.map(({ cause }) => cause));
	const names = new Set(unsettled.map(({ parameter }) => parameter.replace(/=.*/, '')));
	return causes.size === 1 && names.size > 1;
}
