import { UserError } from 'n8n-workflow';

/** Two names are the same when this returns the same text for both. */
export type Fold = (name: string) => string;

/** The same letter can be encoded in several ways; NFC makes them one. */
export function nameFold(caseSensitive: boolean): Fold {
	return (name) => {
		const text = name.trim().normalize('NFC');
		return caseSensitive ? text : text.toLowerCase();
	};
}

/** @returns a text that is equal for paths whose names are equal level by level */
export function pathKey(names: string[], fold: Fold): string {
	return names.map(fold).join('\u0000');
}

/**
 * Reads the path of a scope.
 *
 * @param value `EMEA / Germany / Berlin`, or a list of names from an expression, where a name may
 *   contain the separator
 * @returns names from the top level down, trimmed
 * @throws UserError when there is no path or one of its levels has no name
 */
export function parsePath(value: unknown, separator: string): string[] {
	const names = splitPath(value, separator);
	if (names.join('') === '') {
		throw new UserError('Path is empty', {
			description: `Enter all levels from the top down, e.g. EMEA ${separator} Germany ${separator} Berlin.`,
		});
	}
	const empty = names.indexOf('');
	if (empty >= 0) {
		throw new UserError(
			`Level ${empty + 1} of the path "${names.join(` ${separator} `)}" is empty`,
			{
				description: `Enter a name for every level. If a name contains "${separator}", set another Path Separator under Options.`,
			},
		);
	}
	return names;
}

/** @returns a path as the user entered it, in the form in which results show it */
export function formatPath(value: unknown, separator: string): string {
	return splitPath(value, separator).join(' / ');
}

function splitPath(value: unknown, separator: string): string[] {
	const levels = Array.isArray(value) ? value : String(value ?? '').split(separator);
	return levels.map((level: unknown) => String(level ?? '').trim());
}
