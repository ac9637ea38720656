/** What a spreadsheet makes of a long number, such as an ID: most of its digits are lost. */
const WITH_EXPONENT = /^[+-]?\d(?:[.,]\d+)?E\+\d\d+$/i;

/** From here on, a number has more than 15 digits, and a spreadsheet keeps no more. */
const TOO_LONG = 1e15;

/** @returns whether a program has rewritten a number, so that digits are lost; text keeps all of them */
export function isRewrittenNumber(value: unknown): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) >= TOO_LONG;
	return typeof value === 'string' && WITH_EXPONENT.test(value.trim());
}
