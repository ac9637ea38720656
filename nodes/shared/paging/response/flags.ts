/**
 * @param canBeDigit whether 1 and 0 are flags, too
 * @returns the flag that a value of a response is, also as a word; `undefined` when it is none
 */
export function toFlag(value: unknown, canBeDigit = false): boolean | undefined {
	const word = String(value).trim().toLowerCase();
	if (/^(?:true|yes)$/.test(word) || (canBeDigit && word === '1')) return true;
	return /^(?:false|no)$/.test(word) || (canBeDigit && word === '0') ? false : undefined;
}
