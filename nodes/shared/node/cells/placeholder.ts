import { visible } from '../../basics/visible';

/**
 * What people and programs write where there is no value, in small letters and without a dot at the end; `na` is
 * none, as it is Namibia and a name.
 */
const WORDS: ReadonlySet<string> = new Set(
	[
		'n/a, n.a, #n/a, n/d, n.d, n/v, n.v.t, s/o, k.a, not available, not applicable, not set, not specified',
		'null, \\n, nil, none, undefined, nan, blank, empty, no value, tbd, tba, tbc, to be defined, to be determined',
		'unknown, not known, not assigned, unassigned',
		'keine, keine angabe, keine angaben, unbekannt, entfällt, nicht zutreffend, nicht vorhanden, nicht bekannt',
		'aucun, aucune, inconnu, inconnue, néant, non applicable, non renseigné, ninguno, ninguna, desconocido, no aplica',
		'nessuno, sconosciuto, non disponibile, geen, onbekend, nenhum, desconhecido',
	].flatMap((words) => words.split(', ')),
);

/** Neither a letter nor a digit, nor a sign that says something, such as an emoji: `-`, `—`, `?`, `...`. */
const WITHOUT_TEXT = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}\s]+$/u;

/** What a program writes may be in brackets: `<null>`, `(blank)`. */
const IN_BRACKETS = /^[([<{]([^()[\]<>{}]*)[)\]>}]$/;

/** @returns whether a cell says that there is no value; an empty one says nothing */
export function isPlaceholder(value: unknown): boolean {
	if (typeof value !== 'string') return false;
	const text = visible(value);
	if (text === '') return false;
	if (WITHOUT_TEXT.test(text)) return true;
	const word = (IN_BRACKETS.exec(text)?.[1] ?? text).toLowerCase().replaceAll('. ', '.');
	return WORDS.has(word.endsWith('.') ? word.slice(0, -1) : word);
}
