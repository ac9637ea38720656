/** A protocol, or the two slashes before a host in all their spellings. */
const HAS_HOST = /^([a-z][a-z\d+.-]*:|[\\/]{2})/i;

/**
 * Resolves an address that a request gives in two parts: a path belongs below the base, as in axios;
 * everything else is resolved as a browser does.
 *
 * @returns `undefined` when the two parts do not make an address
 */
export function resolveBelow(address: string, base: string): URL | undefined {
	const folder = parse(base);
	const path = address.replace(/[\t\n\r]/g, '').trim();
	if (!folder || path === '' || HAS_HOST.test(path)) return folder && parse(address, folder);
	folder.pathname = folder.pathname.replace(/^(.*[^/])?\/*$/, '$1/');
	// The dot keeps "/a:b" from being read as protocol "a".
	return parse(`./${path.replace(/^[\\/]/, '')}`, folder);
}

function parse(address: string, base?: URL): URL | undefined {
	return URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
}
