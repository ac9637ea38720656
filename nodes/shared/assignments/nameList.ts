import { jsonParse } from 'n8n-workflow';

import { isRecord } from '../basics/guards';
import { idKey } from '../basics/ids';
import { userError } from '../n8n/nodeErrors';
import { identityText } from '../node/cells/identifying';
import { toText } from '../node/coerce';

/**
 * Reads a list of ids, paths or names in every form in which a workflow may have them.
 *
 * @param value an array of text values or of records with an `id`, the same as JSON text, or text with one
 *   entry per line, or separated by commas or semicolons
 * @param label of the field
 * @returns trimmed, without blanks and duplicates, in the order of the list
 * @throws UserError naming the field and the entry when an entry is neither text nor a record with
 *   an id
 */
export function readNameList(value: unknown, label: string): string[] {
	const isJson = typeof value === 'string' && /^\s*\[/.test(value);
	const list: unknown = isJson ? jsonParse(value, { fallbackValue: value }) : value;
	const entries = Array.isArray(list) ? list : toText(list, label).split(/[,;\r\n]/);
	const ids = entries.map((entry: unknown, index) => {
		const id = isRecord(entry) ? entry.id : entry;
		const isBlank = entry === null || entry === undefined;
		if (isBlank || ['string', 'number'].includes(typeof id))
			return identityText(toText(id, label), label);
		throw userError(
			`Entry ${index + 1} of ${label} is not an ID, a path, or a name`,
			`Change the expression so that it returns an array of text values, e.g. {{ $json.scopes.map(s => s.id) }}.`,
		);
	});
	return [...new Map(ids.filter(Boolean).map((id) => [idKey(id), id])).values()];
}
