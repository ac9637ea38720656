import { createHash } from 'node:crypto';

/** Every service starts with the same sample data. */
const made = new Map<string, string>();

/** @returns the same UUID for the same words, so that sample data never changes */
export function stableId(...words: string[]): string {
	const text = words.join('\u0000');
	const id = made.get(text) ?? idOf(text);
	made.set(text, id);
	return id;
}

function idOf(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`4${hex.slice(13, 16)}`,
		`${variant}${hex.slice(17, 20)}`,
		hex.slice(20, 32),
	].join('-');
}
