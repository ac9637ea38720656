import { isBeginning, isPositionNumber, queryOf } from '../response/numbering';

/**
 * What the URL filters by, such as `from=2024-01-01`, is the user's: another value would lead to other
 * records. A number can be that of a page, and `cursor=*` stands for the first one.
 *
 * @returns whether the URL has a parameter with a value that is not about pages
 */
export function isFilter(url: string, parameter: string): boolean {
	const wanted = parameter.toLowerCase();
	return queryOf(url).some(
		({ name, value }) =>
			name.toLowerCase() === wanted && !isPositionNumber(value) && !isBeginning(value),
	);
}
