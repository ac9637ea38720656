const MAX_RANGES = 10;

/**
 * @param items indexes, counted from 0
 * @param most ranges at most; for a longer list, the rest is not listed
 * @returns as people count rows: `row 4`, or `rows 1 to 5, 10` with neighbors combined
 */
export function describeRows(items: number[], most = MAX_RANGES): string {
	const ranges = rangesOf(items);
	const rows = ranges.slice(0, most).join(', ');
	const more = ranges.length > most ? ', and others' : '';
	return `${items.length === 1 ? 'row' : 'rows'} ${rows}${more}`;
}

/** Rows in a text, as {@link describeRows} writes them. */
const ROWS = /\brows? (\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*)/g;

/** @returns whether a text names the row of an item, and not only other rows */
export function namesRow(text: string, item: number): boolean {
	return [...text.matchAll(ROWS)].some(([, ranges = '']) =>
		ranges.split(', ').some((range) => {
			const [from = '', to = from] = range.split(' to ');
			return item + 1 >= Number(from) && item + 1 <= Number(to);
		}),
	);
}

/** @returns indexes as people count, from 1, with neighbors combined */
export function rangesOf(indexes: number[]): string[] {
	const ranges: Array<[number, number]> = [];
	for (const number of indexes.map((index) => index + 1).sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && number <= last[1] + 1) last[1] = number;
		else ranges.push([number, number]);
	}
	return ranges.map(([from, to]) => {
		if (from === to) return `${from}`;
		return to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`;
	});
}
