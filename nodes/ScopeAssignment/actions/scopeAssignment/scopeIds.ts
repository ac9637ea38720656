import { UserError } from 'n8n-workflow';

import { toText } from '../../../shared/node/parameters';

/** The field's name in the form. */
const LABEL = 'Scope Names or IDs';

/**
 * Reads scope ids in every form in which a workflow may have them.
 *
 * @param value a list of ids or of records with an `id`, or text with ids separated by commas or
 *   line breaks; blanks are dropped, duplicates removed
 * @throws UserError when a member of a list is neither
 */
export function readScopeIds(value: unknown): string[] {
	const parts: unknown[] = Array.isArray(value) ? value : toText(value, LABEL).split(/[,\n]/);
	const ids = parts.map((part, index) => readScopeId(part, index)).filter((id) => id !== '');
	return [...new Set(ids)];
}

function readScopeId(part: unknown, index: number): string {
	if (typeof part === 'string') return part.trim();
	if (part === null || part === undefined) return '';
	if (typeof part === 'object' && 'id' in part && typeof part.id === 'string')
		return part.id.trim();
	throw new UserError(`Entry ${index + 1} of ${LABEL} is not a scope ID`, {
		description: `Change the expression so that it returns an array of IDs, e.g. {{ $json.scopes.map(s => s.id) }}.`,
	});
}
