import { groupsOf } from './lists';
import { duplicateFold, isSimilar } from './nameFolds';

/** Words of fewer letters differ too often by one of them to be a guess. */
const FEWEST_LETTERS = 4;

/** So many names may have none that is similar: if there are more, it is the wrong column, and no misspelling. */
const MOST_MISSES = 100;

/** A name, taken apart once. */
interface Parts {
	name: string;
	fold: string;
	words: string[];
	/** "Team 1" and "Team 2" are two teams. */
	digits: string;
}

function partsOf(name: string): Parts {
	const words = name
		.normalize('NFKC')
		.toLowerCase()
		.split(/[^\p{L}\p{N}\p{M}]+/u);
	return {
		...{ name, fold: duplicateFold(name), digits: name.replaceAll(/\D/g, '') },
		words: words.filter(Boolean),
	};
}

/** @returns whether one word of a name, and nothing else, differs from another name as a misspelled one does */
function isMisspelled(one: Parts, other: Parts): boolean {
	if (one.digits !== other.digits || one.words.length !== other.words.length) return false;
	let isFound = false;
	for (const [at, word] of one.words.entries()) {
		const wanted = other.words[at] ?? '';
		if (word === wanted) continue;
		const isShort = Math.max(word.length, wanted.length) < FEWEST_LETTERS;
		if (isFound || isShort || !isSimilar(word, wanted)) return false;
		isFound = true;
	}
	return isFound;
}

const NONE: ReadonlySet<string> = new Set();

/** Names among which another one is looked for that may be misspelled. */
export class KnownNames {
	private readonly known: Parts[];
	private readonly byFold: Map<string, Parts[]>;
	private misses = 0;

	constructor(names: Iterable<string>) {
		this.known = [...new Set(names)].map(partsOf);
		this.byFold = groupsOf(this.known, ({ fold }) => fold);
	}

	/**
	 * @param except names that are not meant
	 * @returns the name that is the same but for letter case, blanks, or punctuation, else {@link similarTo} it
	 */
	meantBy(wanted: string, except: ReadonlySet<string> = NONE): string | undefined {
		const alike = this.byFold.get(duplicateFold(wanted)) ?? [];
		const same = alike.find(({ name }) => !except.has(name));
		return same?.name ?? this.similarTo(wanted, except);
	}

	/** @returns a name of which the other one may be a misspelling; nothing after many that have none */
	similarTo(wanted: string, except: ReadonlySet<string> = NONE): string | undefined {
		if (this.misses > MOST_MISSES) return undefined;
		const parts = partsOf(wanted);
		const isMeant = (each: Parts) => !except.has(each.name) && isMisspelled(each, parts);
		const meant = this.known.find(isMeant)?.name;
		if (meant === undefined) this.misses++;
		return meant;
	}
}

/** @returns a question to follow a sentence, such as ` Did you mean "EMEA"?`; `''` without a guess */
export function didYouMean(meant: string | undefined): string {
	return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}
