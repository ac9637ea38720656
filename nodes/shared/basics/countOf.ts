/**
 * A number with its noun, such as `1 page` or `2 pages`.
 *
 * @param noun in the singular, with a regular plural
 */
export function countOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
