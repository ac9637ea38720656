/**
 * @param canBeDigit whether 1 and 0 are flags as well
 * @returns the flag that a value of a response is, also as a word: `true`, `"yes"`; `undefined` when it
 *   is something else
 */
export function toFlag(value: unknown, canBeDigit = false): boolean | undefined {
	const word = String(value).trim().toLowerCase();
	if (/^(?:true|yes)$/.test(word) || (canBeDigit && word === '1')) return true;
	return /^(?:false|no)$/.test(word) || (canBeDigit && word === '0') ? false : undefined;
}
