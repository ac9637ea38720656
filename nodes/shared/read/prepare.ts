import { createHash } from 'crypto';

import { checkFilter, filterDataset } from '../changes/filter';
import { createChangeReader } from '../changes/reader';
import type { ChangeOptions, ChangeReader, ReadState } from '../changes/types';
import { canonicalJson } from '../json';
import type { ReadInput, Source } from './types';
import type { ChangeSettings } from './changeSettings';

/** A read that is limited to what has changed. */
export interface PreparedRead {
	/** The same input, with the filter of the changed-at field. */
	input: ReadInput;
	reader: ChangeReader;
}

/**
 * Limits a read to what has changed.
 *
 * @param state what was kept of the runs before
 * @param room how large the state may become, as JSON
 */
export function prepareRead(
	input: ReadInput,
	settings: ChangeSettings,
	state: ReadState,
	room: Pick<ChangeOptions, 'maxCharacters' | 'requests'>,
): PreparedRead {
	const now = Math.floor(Date.now() / 1_000);
	const reader = createChangeReader(state, { ...settings, ...room, now });
	const source = withFilter(input, settings, state);
	return { reader, input: { ...input, source, through: (pages) => reader.pages(pages) } };
}

/**
 * @returns what identifies a read among all those of a node: the request without paging and filter,
 *   and where its records are
 */
export function readIdOf({ source, baseUrl, headers }: ReadInput): string {
	const { url, method, body, property } =
		source.kind === 'automatic'
			? { url: source.url, method: 'GET', body: undefined, property: undefined }
			: { body: undefined, ...source.dataset };
	return shortHash(canonicalJson({ baseUrl, url, method, body, property, headers }));
}

/** @returns what a state was made with: with other settings, its keys mean something else */
export function settingsIdOf(settings: ChangeSettings): string {
	const paths = settings.by === 'changedAt' ? [settings.changedAtPath] : [];
	return shortHash(canonicalJson([settings.by, settings.recordKey, ...paths]));
}

function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

function withFilter(
	{ source, baseUrl }: ReadInput,
	settings: ChangeSettings,
	{ cursor }: ReadState,
): Source {
	if (settings.by === 'content' || source.kind === 'automatic') return source;
	checkFilter(source.dataset, baseUrl, settings.filter);
	return { ...source, dataset: filterDataset(source.dataset, cursor, settings.filter) };
}
