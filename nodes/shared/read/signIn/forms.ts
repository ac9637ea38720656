/** @returns how a secret is written in a URL, decoded: some APIs write base64 as it is usual there */
export function formsOf(value: string): string[] {
	const inUrls = value.replaceAll('+', '-').replaceAll('/', '_');
	return [value, inUrls, withoutPadding(value), withoutPadding(inUrls)];
}

function withoutPadding(base64: string): string {
	return base64.replace(/={1,2}$/, '');
}

/**
 * @param index which of its forms
 * @param raw how another one was written
 * @returns a secret as the other one was written
 */
export function written(value: string, index: number, raw: string): string {
	const text = formsOf(value)[index] ?? value;
	const isEncoded = raw.includes('%') || /[&;#%\s]/.test(text);
	return isEncoded || (text.includes('+') && !raw.includes('+')) ? encodeURIComponent(text) : text;
}

/** @returns a text of a URL as it was meant; one that is not encoded stays as it is */
export function percentDecoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
