import { visible } from '../../basics/visible';

/** `acme.example`, `https://www.acme.example/eu`, `acme.example.`: a protocol, labels, a port, a path. */
const HOST =
	/^(?:https?:\/\/)?(?:www\.)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,})\.?(?::(?:80|443))?(?:(\/[^\s]*)|$)/iu;

/** @returns whether a value is a domain or the URL of a page, such as `acme.example` */
export function isHost(value: unknown): boolean {
	return typeof value === 'string' && HOST.test(visible(value));
}

/**
 * @returns the same text for all spellings of a host, `https://www.acme.example/` and `Acme.example.`; a path, which
 *   other hosts' pages have as well, belongs to it. Other texts as they are.
 */
export function hostKey(text: string): string {
	const [, host, path = ''] = HOST.exec(visible(text)) ?? [];
	return host === undefined ? text : host.toLowerCase() + path.replace(/\/+$/, '');
}
