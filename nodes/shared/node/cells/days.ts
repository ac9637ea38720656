import { DateTime } from 'luxon';

import { visible } from '../../basics/visible';

/** Whether a column has the day or the month first: `31/12/2027`, `12/31/2027`. */
export type DayOrder = 'dayFirst' | 'monthFirst';

/** A day whose first two numbers may be day or month. */
const OPEN = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/;

/** Ways of writing a day that can be read in one way only. */
const CLEAR = [
	...['d.M.yyyy', 'yyyy/M/d', 'yyyy.M.d', 'yyyy-M-d'],
	...['d LLL yyyy', 'd-LLL-yyyy', 'd. LLL yyyy', 'LLL d, yyyy', 'd LLLL yyyy', 'LLLL d, yyyy'],
];

/** What programs add to a day that has no time. */
const NO_TIME = /[ T]00:00(?::00(?:\.0+)?)?Z?$/;

/** The days that a spreadsheet counts from: the 30th of December 1899, since it has a day too many in 1900. */
const FIRST_DAY = DateTime.utc(1899, 12, 30);

/** The years 1927 to 2119: other numbers are no days. */
const [FIRST_SERIAL, LAST_SERIAL] = [10_000, 80_000];

/**
 * @param cells of one column
 * @returns the order that its cells prove; `undefined` when none does, or they contradict each other
 */
export function dayOrderOf(cells: readonly unknown[]): DayOrder | undefined {
	const orders = new Set(cells.flatMap((cell) => orderIn(cell) ?? []));
	const [order] = orders;
	return orders.size === 1 ? order : undefined;
}

function orderIn(cell: unknown): DayOrder | undefined {
	if (typeof cell !== 'string') return undefined;
	const [, one = '', , other = ''] = OPEN.exec(visible(cell).replace(NO_TIME, '')) ?? [];
	if (Number(one) > 12) return 'dayFirst';
	return Number(other) > 12 ? 'monthFirst' : undefined;
}

/**
 * Reads a cell of a field that has dates.
 *
 * @param order that of its column, where that is known
 * @returns `2027-12-31`; `undefined` when it is no day, or not certain which one
 */
export function readDay(value: unknown, order: DayOrder | undefined): string | undefined {
	const text =
		typeof value === 'number' ? String(value) : typeof value === 'string' ? visible(value) : '';
	if (/^\d{5}$/.test(text)) return daySerial(Number(text));
	const day = text.replace(NO_TIME, '');
	const own = order ?? orderIn(day);
	const ways = OPEN.test(day)
		? own === undefined
			? []
			: own === 'dayFirst'
				? ['d/M/yyyy', 'd-M-yyyy']
				: ['M/d/yyyy', 'M-d-yyyy']
		: CLEAR;
	for (const way of ways) {
		const found = DateTime.fromFormat(day, way, { zone: 'utc', locale: 'en-US' });
		if (found.isValid) return found.toISODate();
	}
	return undefined;
}

function daySerial(serial: number): string | undefined {
	const isDay = serial >= FIRST_SERIAL && serial <= LAST_SERIAL;
	return isDay ? (FIRST_DAY.plus({ days: serial }).toISODate() ?? undefined) : undefined;
}
