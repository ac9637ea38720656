/** @returns an address; `undefined` for a text that is none */
export function parseUrl(text: string, base?: string): URL | undefined {
	return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
