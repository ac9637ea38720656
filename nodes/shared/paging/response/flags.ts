/**
 * @param canBeDigit whether 1 and 0 are flags as well
 * @returns the flag that a value of a response is, also as a word or its first letter: `true`, `"yes"`, `"Y"`; `undefined` when it
 *   is something else
 */
export function toFlag(value: unknown, canBeDigit = false): boolean | undefined {
	const word = String(value).trim().toLowerCase();
	if (/^(?:true|t|yes|y|on)$/.test(word) || (canBeDigit && word === '1')) return true;
	return /^(?:false|f|no|n|off)$/.test(word) || (canBeDigit && word === '0') ? false : undefined;
}
