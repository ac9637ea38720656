import { parseUrl } from '../../basics/parseUrl';
import { visible } from '../../basics/visible';

/** Labels with a last one of letters: what has no dot, an address of a person, or a number is no host. */
const DOMAIN = /^[^.\s]+(?:\.[^.\s]+)*\.(?:\p{L}{2,}|xn--[a-z\d-]+)$/iu;

/** @returns whether a value is a domain or the URL of a page, such as `acme.example` */
export function isHost(value: unknown): boolean {
	return typeof value === 'string' && readHost(value) !== undefined;
}

/**
 * @returns the same text for all spellings of a host, `https://www.acme.example/` and `Acme.example.`; a path, which
 *   other hosts' pages have as well, belongs to it. Other texts as they are.
 */
export function hostKey(text: string): string {
	return readHost(text) ?? text;
}

function readHost(text: string): string | undefined {
	const plain = visible(text);
	const url = parseUrl(/^https?:\/\//i.test(plain) ? plain : `https://${plain}`);
	if (!url || url.username !== '' || /\s/.test(plain)) return undefined;
	const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '');
	if (!DOMAIN.test(host)) return undefined;
	// A page of its own is one behind another port, or behind `#/`, too.
	const path = url.pathname + url.search + url.hash;
	const port = url.port === '' ? '' : `:${url.port}`;
	return host + port + (path.endsWith('/') ? path.slice(0, -1) : path);
}
