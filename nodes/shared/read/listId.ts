import { canonicalJson } from '../basics/json';
import { hashOf } from '../basics/text';
import { absoluteUrl } from '../paging/url';
import type { ChangeSettings, ReadInput, Source } from './types';

/**
 * @returns what identifies a read among all those of a node: the request without paging and filter,
 *   and where its records are
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

function requestOf(source: Source) {
	const none = { method: 'GET', body: undefined, property: undefined };
	return { ...none, ...(source.kind === 'automatic' ? { url: source.url } : source.dataset) };
}

/** Characters of an id. */
const ID_LENGTH = 12;

/** @returns what a state was made with: with other settings, its keys mean something else */
export function settingsIdOf(settings: ChangeSettings): string {
	const paths = settings.by === 'changedAt' ? [settings.changedAtPath] : [];
	return hashOf(canonicalJson([settings.by, settings.recordKey, ...paths]), ID_LENGTH);
}
