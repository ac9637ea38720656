import { UserError } from 'n8n-workflow';

import { toText } from '../node/parameters';

/**
 * Reads a list, whose value may come from an expression.
 *
 * @param choices what each value of the list means
 * @throws UserError naming the field when it is none of them
 */
export function toChoice<const T>(
	value: unknown,
	label: string,
	choices: Readonly<Record<string, T>>,
): T {
	const choice = Object.entries(choices).find(([name]) => name === value);
	if (choice) return choice[1];
	throw new UserError(
		`${label} is ${JSON.stringify(value) ?? 'not set'}, which is not one of its options`,
		{ description: `Select ${label} from its list, or correct its expression.` },
	);
}

/** @returns names that are separated by commas, or that an expression returned as an array */
export function readNames(value: unknown, label: string): string[] {
	const names = Array.isArray(value) ? value.map(String) : toText(value, label).split(',');
	return names.map((name) => name.trim()).filter(Boolean);
}
