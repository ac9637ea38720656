import { memberOf } from '../../basics/members';
import { type Fold, looseFold } from '../../basics/nameFolds';

/** Legal forms of companies, without their dots; a register and a table often differ in them. */
const LEGAL_FORMS: ReadonlySet<string> = new Set([
	...['ag', 'gmbh', 'kg', 'kgaa', 'ohg', 'ug', 'ev', 'eg', 'se', 'co', 'mbh'],
	...[
		'inc',
		'incorporated',
		'corp',
		'corporation',
		'company',
		'llc',
		'lp',
		'llp',
		'plc',
		'ltd',
		'limited',
		'pty',
		'pvt',
	],
	...[
		'sa',
		'sas',
		'sasu',
		'sarl',
		'srl',
		'spa',
		'sl',
		'slu',
		'lda',
		'ltda',
		'bv',
		'nv',
		'cv',
		'bvba',
	],
	...['ab', 'as', 'asa', 'aps', 'oy', 'oyj', 'kft', 'zrt', 'doo', 'dd', 'sro', 'kk'],
]);

/** A number as a spreadsheet may write it: `42.0`, `0042`, and an apostrophe before what is to stay text. */
const NUMBER = /^'?(\d{1,30})(?:\.0{1,9})?$/;

/** Letters that have no accent to take away, as they are written where there are none. */
const LETTERS: Readonly<Record<string, string>> = {
	...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** `Mueller` is how `Müller` is written where there are no umlauts. In shorter words and in IDs, it is chance. */
const UMLAUT = /([aou])e/g;
const FEWEST_LETTERS = 5;

/** Between names: `Johnson & Johnson`. */
const AND: ReadonlySet<string> = new Set(['and', 'und', 'et', 'the']);

/**
 * The fold for names that a person may take for the same: whatever their letter case, blanks, punctuation, legal
 * form, accents, umlauts, and first zeros, `and` or `&`. For what is written in no letters or digits, it is the text
 * itself.
 */
export const similarFold: Fold = (name) => {
	const text = name.trim();
	const plain = (NUMBER.exec(text)?.[1] ?? text).normalize('NFKD').replaceAll(/\p{M}/gu, '');
	const words = plain
		.toLowerCase()
		.replaceAll(/[ßæœøłđðþı]/g, (letter) => memberOf(LETTERS, letter) ?? letter)
		.replaceAll(/[./]/g, '')
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean)
		.map(withoutUmlauts);
	const named = words.filter((word) => !AND.has(word));
	const kept = named.length > 0 ? named : words;
	while (kept.length > 1 && LEGAL_FORMS.has(kept.at(-1) ?? '')) kept.pop();
	return looseFold(kept.length > 0 ? kept.join('') : name);
};

function withoutUmlauts(word: string): string {
	const isLong = word.length >= FEWEST_LETTERS && !/\d/.test(word);
	return isLong ? word.replaceAll(UMLAUT, '$1') : word;
}
