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

/**
 * The fold for names that a person may take for the same: whatever their letter case, blanks, punctuation, legal
 * form, accents, and first zeros. For what is written in no letters or digits, it is the text itself.
 */
export const similarFold: Fold = (name) => {
	const text = name.trim();
	const plain = (NUMBER.exec(text)?.[1] ?? text).normalize('NFKD').replaceAll(/\p{M}/gu, '');
	const words = plain
		.toLowerCase()
		.replaceAll(/[./]/g, '')
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);
	while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? '')) words.pop();
	return looseFold(words.length > 0 ? words.join('') : name);
};
