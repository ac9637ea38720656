/**
 * @param noun in the singular, one whose plural ends in s
 * @returns a count with its noun, such as `1 page` or `2 pages`
 */
export function plural(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
