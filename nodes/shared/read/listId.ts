import { hashOf } from '../basics/hash';
import { canonicalJson } from '../basics/json';
import { absoluteUrl } from '../paging/url';
import type { ChangeSettings, ReadInput, Source } from './types';

/** Characters of an id. */
const ID_LENGTH = 12;

/** What is the same in all requests of a list. */
interface RequestId {
	url: string;
	method: string;
	body: unknown;
	/** Path of the records in a response; `undefined` where it is to be found. */
	property: string | undefined;
}

/**
 * @returns what identifies a read among all those of a node: the request without paging and filter,
 *   and where its records are; 12 characters, such as `Zk3vQ0bX1c_a`
 * @throws DatasetError when the URL is relative and there is no base URL
 */
export function readIdOf({ source, baseUrl, itemHeaders }: ReadInput): string {
	const { url, method, body, property } = requestOf(source);
	const address = absoluteUrl(url, baseUrl);
	return hashOf(
		canonicalJson({ url: address, method, body, property, headers: itemHeaders }),
		ID_LENGTH,
	);
}

/** @returns the same of Paging Setup: Automatic, which may have found the dataset; it only sends GET requests */
export function automaticIdOf(input: ReadInput): string {
	const { url, method } = requestOf(input.source);
	return readIdOf(method === 'GET' ? { ...input, source: { kind: 'automatic', url } } : input);
}

/** @returns the request as it was entered; Paging Setup: Automatic only knows its URL */
function requestOf(source: Source): RequestId {
	const none = { method: 'GET', body: undefined, property: undefined };
	return { ...none, ...(source.kind === 'automatic' ? { url: source.url } : source.dataset) };
}

/** @returns what a state was made with: with other settings, its keys mean something else */
export function settingsIdOf(settings: ChangeSettings): string {
	const { by, recordKey, startOver } = settings;
	const paths = by === 'changedAt' ? [settings.changedAtPath] : [];
	const more = startOver === '' ? [] : [{ startOver }];
	return hashOf(canonicalJson([by, recordKey, ...paths, ...more]), ID_LENGTH);
}
