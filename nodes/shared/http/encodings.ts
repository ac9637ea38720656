import { memberOf } from '../basics/members';

/** What is encoded deeper is no longer read. */
const MOST_LEVELS = 5;

/** A text, or what is left of it when encodings are undone. */
export class Reading {
	/**
	 * @param level how many times encodings were undone
	 * @param before the reading one level below; absent for the text itself
	 * @param ends where the encoded characters end in this reading, one after the other
	 * @param endsBefore where they end in the reading before
	 */
	constructor(
		readonly text: string,
		readonly level = 0,
		private readonly before?: Reading,
		private readonly ends: readonly number[] = [],
		private readonly endsBefore: readonly number[] = [],
	) {}

	/** @returns where a character of this reading begins in that of a level, which is not above this one */
	placeAt(level: number, at: number): number {
		if (!this.before || level === this.level) return at;
		let [first, last] = [0, this.ends.length];
		while (first < last) {
			const middle = (first + last) >> 1;
			if (Number(this.ends[middle]) > at) last = middle;
			else first = middle + 1;
		}
		const [end = 0, endBefore = 0] = [this.ends[first - 1], this.endsBefore[first - 1]];
		return this.before.placeAt(level, endBefore + at - end);
	}
}

/**
 * Undoes what is encoded for URLs, JSON, JavaScript and HTML, as often as a URL may be inside others. Each
 * reading takes time and memory as its text is long.
 *
 * @returns a text as it is, and decoded once, twice, and so on
 */
export function readingsOf(text: string): Reading[] {
	const readings = [new Reading(text)];
	for (let last = readings[0]; last && last.level < MOST_LEVELS;) {
		last = decode(last);
		if (last) readings.push(last);
	}
	return readings;
}

/** Names of characters in HTML, of those that secrets have. */
const NAMED: Readonly<Record<string, string>> = {
	...{ amp: '&', apos: "'", ast: '*', bsol: '\\', colon: ':', comma: ',', commat: '@' },
	...{ dollar: '$', equals: '=', excl: '!', grave: '`', gt: '>', hat: '^', lbrace: '{' },
	...{ lbrack: '[', lcub: '{', lowbar: '_', lpar: '(', lsqb: '[', lt: '<', num: '#' },
	...{ percnt: '%', period: '.', plus: '+', quest: '?', quot: '"', rbrace: '}', rbrack: ']' },
	...{ rcub: '}', rpar: ')', rsqb: ']', semi: ';', sol: '/', verbar: '|', vert: '|' },
};

/** A character, encoded: in a URL its bytes are, in JavaScript they may be. */
const ENCODED =
	/%[0-9a-f]{2}|\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[0-9a-f]+\}|[^\w\s%])|&(?:#\d+;?|#x[0-9a-f]+;?|\w+;)/gi;

function characterOf(encoded: string): string {
	const [mark, second = ''] = encoded;
	if (mark === '\\' && !/[ux]/i.test(second)) return second;
	if (mark === '&' && second !== '#')
		return memberOf(NAMED, encoded.slice(1, -1).toLowerCase()) ?? encoded;
	const digits = encoded.replace(/^\W+[ux]?\{?/i, '');
	const code = parseInt(digits, /^&#\d/.test(encoded) ? 10 : 16);
	return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** @returns `undefined` where nothing is encoded */
function decode(reading: Reading): Reading | undefined {
	const { text, level } = reading;
	const ends: number[] = [];
	const endsBefore: number[] = [];
	let [end, length] = [0, 0];
	const decoded = text.replace(ENCODED, (encoded, at: number) => {
		const character = characterOf(encoded);
		length += at - end + character.length;
		end = at + encoded.length;
		ends.push(length);
		endsBefore.push(end);
		return character;
	});
	return decoded === text ? undefined : new Reading(decoded, level + 1, reading, ends, endsBefore);
}

/** @returns a text as it is read where its bytes are encoded in UTF-8, each by itself */
export function inBytes(text: string): string {
	return Buffer.from(text).toString('latin1');
}
