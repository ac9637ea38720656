import { jsonParse, UserError } from 'n8n-workflow';

import { idKey } from '../ids';
import { toText } from './parameters';

/**
 * Reads a list of ids, paths or names in every form in which a workflow may have them.
 *
 * @param value an array of texts or of records with an `id`, the same as JSON text, or text with one
 *   entry per line, or separated by commas or semicolons
 * @param label the field's name as the user sees it
 * @returns trimmed, without blanks and duplicates, in the order of the list
 * @throws UserError naming the field and the entry when an entry is neither text nor a record with
 *   an id
 */
export function readIdList(value: unknown, label: string): string[] {
	const entries = listOf(value) ?? toText(value, label).split(/[,;\r\n]/);
	const byKey = new Map<string, string>();
	for (const [index, entry] of entries.entries()) {
		const id = readId(entry, index, label);
		if (id !== '' && !byKey.has(idKey(id))) byKey.set(idKey(id), id);
	}
	return [...byKey.values()];
}

function listOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string' || !/^\s*\[/.test(value)) return undefined;
	const parsed = jsonParse<unknown>(value, { fallbackValue: undefined });
	return Array.isArray(parsed) ? parsed : undefined;
}

function readId(entry: unknown, index: number, label: string): string {
	if (typeof entry === 'string') return entry.trim();
	if (entry === null || entry === undefined) return '';
	if (typeof entry === 'object' && 'id' in entry && typeof entry.id === 'string')
		return entry.id.trim();
	throw new UserError(`Entry ${index + 1} of ${label} is not an ID, a path, or a name`, {
		description: `Change the expression so that it returns an array of texts, e.g. {{ $json.scopes.map(s => s.id) }}.`,
	});
}
