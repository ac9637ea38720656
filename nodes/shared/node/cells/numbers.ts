import { visible } from '../../basics/visible';

/** What a column has between whole and decimal digits. */
export type DecimalMark = '.' | ',';

/** `-1204.5`; no more digits than a number keeps. */
const PLAIN = /^[+-]?\d{1,15}(?:\.\d{1,9})?$/;

/** Marks between groups of three digits that are never decimal: `12 000`, `12'000`, `12’000`. */
const GROUP_MARKS = /(?<=\d)['’\s](?=\d{3}(?!\d))/g;

/** One mark before three digits, which may be decimal or not: `1,024`. */
const OPEN = /^[+-]?\d{1,3}[.,]\d{3}$/;

/** `1,234,567`, `1,234.50`, `1234.5`, and the same with the marks exchanged. */
const WITH_POINT = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const WITH_COMMA = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;

/**
 * @param cells of one column
 * @returns the decimal mark that its cells prove; `undefined` when none does, or they contradict each other
 */
export function decimalMarkOf(cells: readonly unknown[]): DecimalMark | undefined {
	const marks = new Set(cells.flatMap((cell) => markIn(cell) ?? []));
	const [mark] = marks;
	return marks.size === 1 ? mark : undefined;
}

function markIn(cell: unknown): DecimalMark | undefined {
	if (typeof cell !== 'string') return undefined;
	const text = visible(cell).replaceAll(GROUP_MARKS, '');
	if (OPEN.test(text) || !/[.,]/.test(text)) return undefined;
	const [point, comma] = [WITH_POINT.test(text), WITH_COMMA.test(text)];
	if (point === comma) return undefined;
	return point ? '.' : ',';
}

/**
 * Reads a cell of a field that has numbers.
 *
 * @param mark that of its column, where that is known
 * @param isWhole whether the field has whole numbers only, so that three digits after a comma are no decimals
 * @returns the number; `undefined` when it is not certain which one is meant
 */
export function readNumber(
	value: unknown,
	mark: DecimalMark | undefined,
	isWhole: boolean,
): number | undefined {
	if (typeof value === 'number') return value;
	if (typeof value !== 'string') return undefined;
	const text = visible(value).replaceAll(GROUP_MARKS, '');
	const own = OPEN.test(text) ? (mark ?? openMark(text, isWhole)) : (markIn(text) ?? mark ?? '.');
	if (own === undefined) return undefined;
	const form = own === '.' ? WITH_POINT : WITH_COMMA;
	if (!form.test(text)) return undefined;
	const plain = text.replaceAll(own === '.' ? ',' : '.', '').replace(',', '.');
	return PLAIN.test(plain) ? Number(plain) : undefined;
}

/** With a comma before three digits, a whole number has thousands; all else may be read in two ways. */
function openMark(text: string, isWhole: boolean): DecimalMark | undefined {
	return isWhole && text.includes(',') ? '.' : undefined;
}
