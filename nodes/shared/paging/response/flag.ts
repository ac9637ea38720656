const TRUE = ['true', 'yes'];
const FALSE = ['false', 'no'];

/** @returns the flag that a value of a response is, also as a word; `undefined` when it is none */
export function toFlag(value: unknown): boolean | undefined {
	if (typeof value !== 'string') return typeof value === 'boolean' ? value : undefined;
	const word = value.trim().toLowerCase();
	if (TRUE.includes(word)) return true;
	return FALSE.includes(word) ? false : undefined;
}
