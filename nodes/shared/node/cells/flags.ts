import { visible } from '../../basics/visible';

/** What tables, forms, and databases write for yes and no; Excel writes TRUE in the language of its user. */
const YES: ReadonlySet<string> = new Set(
	'true yes y 1 on ja wahr oui vrai si sí verdadero sì vero'.split(' '),
);
const NO: ReadonlySet<string> = new Set('false no n 0 off nein falsch non faux falso'.split(' '));

/** @returns what a cell of a field means that is either true or false; `undefined` when that is not certain */
export function readFlag(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const text = visible(String(value)).toLowerCase();
	if (YES.has(text)) return true;
	return NO.has(text) ? false : undefined;
}
