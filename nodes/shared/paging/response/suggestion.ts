import { isRecord } from '../../json';
import { countOf } from '../../count';
import { lastOf, plain } from './metadata/names';

/** Members are looked for this far below the body. */
const DEPTH = 3;

/** More names than this would not be read. */
const MOST_NAMES = 5;

interface Place {
	path: string;
	value: unknown;
}

/**
 * @param path where records were expected
 * @returns a sentence that names what the body contains instead, with a space before it; `''` when
 *   the body is empty
 */
export function whatIsThere(path: string, body: unknown): string {
	const arrays = arraysIn(body);
	const similar = similarTo(
		path,
		arrays.map((array) => array.path),
	);
	if (similar !== undefined) return ` Did you mean "${similar}"?`;
	if (arrays.length > 0) return nameArrays(arrays);
	const names = isRecord(body) ? Object.keys(body).slice(0, MOST_NAMES) : [];
	if (names.length === 0 || isEmptyAt(path, body)) return '';
	return ` The response contains no array, only ${names.map((name) => `"${name}"`).join(', ')}.`;
}

/** @returns the sentence about the arrays that the body contains, `''` when there is none */
export function arrayInstead(body: unknown): string {
	const arrays = arraysIn(body);
	return arrays.length === 0 ? '' : nameArrays(arrays);
}

/** @returns the path that was most likely meant by a misspelled one */
export function similarTo(path: string, paths: readonly string[]): string | undefined {
	const wanted = plain(path);
	const last = plain(lastOf(path));
	const most = last.length > 4 ? 2 : 1;
	return (
		paths.find((candidate) => plain(candidate) === wanted) ??
		paths.find((candidate) => plain(lastOf(candidate)) === last) ??
		paths.find((candidate) => {
			const other = plain(lastOf(candidate));
			return distance(last, other) <= most || isPlural(last, other) || isPlural(other, last);
		})
	);
}

/** @returns the members of a body outside of arrays, the outer ones first */
export function membersOf(body: unknown, depth = DEPTH, path = ''): Place[] {
	if (!isRecord(body) || depth === 0) return [];
	const members = Object.entries(body).map(([name, value]) => ({
		path: path === '' ? name : `${path}.${name}`,
		value,
	}));
	return [
		...members,
		...members.flatMap((member) => membersOf(member.value, depth - 1, member.path)),
	];
}

function arraysIn(body: unknown): Array<{ path: string; value: unknown[] }> {
	if (Array.isArray(body)) return [{ path: '', value: body }];
	const arrays = membersOf(body).flatMap(({ path, value }) =>
		Array.isArray(value) ? [{ path, value: [...value] }] : [],
	);
	return arrays.slice(0, MOST_NAMES);
}

function nameArrays(arrays: Array<{ path: string; value: unknown[] }>): string {
	const [first] = arrays;
	if (first?.path === '') return ' The body itself is the array: clear the path.';
	const names = arrays.map(({ path, value }) => `"${path}" (${countOf(value.length, 'element')})`);
	return arrays.length === 1
		? ` An array is at ${names.join('')}.`
		: ` Arrays are at ${names.join(', ')}.`;
}

function isEmptyAt(path: string, body: unknown): boolean {
	return membersOf(body).some((member) => member.path === path);
}

/** A plural in -s is one letter away. */
function isPlural(one: string, many: string): boolean {
	return one !== '' && many === `${one}es`;
}

/** @returns how many letters have to be added, removed, replaced or swapped; two texts of any length */
function distance(from: string, to: string): number {
	if (Math.abs(from.length - to.length) > 2) return Infinity;
	let [older, row] = [new Array<number>(), Array.from({ length: to.length + 1 }, (_, at) => at)];
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
			let least = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
			if (from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
				least = Math.min(least, (older[j - 2] ?? 0) + 1);
			}
			next.push(least);
		}
		[older, row] = [row, next];
	}
	return row[to.length] ?? Infinity;
}
