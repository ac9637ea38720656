import { visible } from '../../basics/visible';

/** What people and programs write where there is no value; `NA` is none, as it is Namibia and a name. */
const WORDS: ReadonlySet<string> = new Set([
	...['n/a', 'n.a.', 'n. a.', '#n/a', 'not available', 'not applicable'],
	...[
		'null',
		'nil',
		'none',
		'undefined',
		'nan',
		'(null)',
		'<null>',
		'[null]',
		'(blank)',
		'(empty)',
		'blank',
	],
	...['tbd', 'tba', 'tbc', 'to be defined', 'to be determined', 'unknown'],
	...['k.a.', 'k. a.', 'keine', 'unbekannt'],
]);

/** Neither a letter nor a digit: `-`, `—`, `?`, `...`. */
const WITHOUT_TEXT = /^[\p{P}\p{S}\s]+$/u;

/** @returns whether a cell says that there is no value; an empty one says nothing */
export function isPlaceholder(value: unknown): boolean {
	if (typeof value !== 'string') return false;
	const text = visible(value);
	return text !== '' && (WORDS.has(text.toLowerCase()) || WITHOUT_TEXT.test(text));
}
