import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = 'test/faults';

/** A part of a file, as it is and with the fault. */
export interface Hunk {
	file: string;
	before: string[];
	after: string[];
}

/** A small change of shipped code that a user would notice, kept as a patch. */
export interface Fault {
	/** `07` of `07-path-not-encoded.patch`. */
	number: string;
	name: string;
	/** What a user sees of it, in a sentence. */
	sees: string;
	/** Where a test notices it, and the title of that test. */
	caughtBy: { file: string; title: string };
	hunks: Hunk[];
}

/**
 * @param chosen numbers of the faults; all if there are none
 * @throws Error when there is no fault of a number
 */
export function readFaults(chosen: readonly string[]): Fault[] {
	const all = readdirSync(FOLDER)
		.filter((file) => file.endsWith('.patch'))
		.sort()
		.map((file) => toFault(file, readFileSync(path.join(FOLDER, file), 'utf8')));
	if (chosen.length === 0) return all;
	return chosen.map((number) => {
		const found = all.find((fault) => Number(fault.number) === Number(number));
		if (found) return found;
		throw new Error(`There is no fault ${number} in ${FOLDER}.`);
	});
}

/** @throws Error when the patch has no fault, no test or no change */
function toFault(file: string, text: string): Fault {
	const [, number = '', name = ''] = /^(\d+)-(.+)\.patch$/.exec(file) ?? [];
	const [head = '', ...parts] = text.split(/^--- a\//m);
	const valueOf = (label: string) =>
		new RegExp(`^${label}: (.+)$`, 'm').exec(head)?.[1]?.trim() ?? '';
	const caughtBy = { file: valueOf('Caught by'), title: valueOf('Test') };
	const fault = { number, name, sees: valueOf('A user sees'), caughtBy };
	const hunks = parts.flatMap(toHunks);
	if (hunks.length > 0 && Object.values({ ...fault, ...caughtBy }).every(Boolean))
		return { ...fault, hunks };
	throw new Error(`${file} must have "A user sees:", "Caught by:", "Test:", and a change.`);
}

function toHunks(part: string): Hunk[] {
	const [file = '', , ...lines] = part.split('\n');
	const hunks: Hunk[] = [];
	for (const line of lines) {
		if (line.startsWith('@@')) hunks.push({ file: file.trim(), before: [], after: [] });
		const hunk = hunks.at(-1);
		// A comment that the change follows may be written anew.
		if (/^ \s*\/\//.test(line) && hunk?.after.length === 0 && hunk.before.length === 0) continue;
		if (/^[ -]/.test(line)) hunk?.before.push(line.slice(1));
		if (/^[ +]/.test(line)) hunk?.after.push(line.slice(1));
	}
	return hunks;
}

/**
 * Applies a fault. Line numbers and indentation do not count, and code that has moved to another file
 * is found there.
 *
 * @param sources shipped code by file
 * @returns the files that it changes
 * @throws Error when its lines are in no file, or in several places
 */
export function apply(fault: Fault, sources: ReadonlyMap<string, string>): Map<string, string> {
	const changed = new Map<string, string>();
	for (const { file, before, after } of fault.hunks) {
		const own = changed.get(file) ?? sources.get(file);
		const here =
			own === undefined ? [] : [[file, own] as const].filter(([, text]) => count(text, before) > 0);
		const places =
			here.length > 0 ? here : [...sources].filter(([, text]) => count(text, before) > 0);
		const [place, ...others] = places;
		if (!place || others.length > 0 || count(place[1], before) > 1) {
			const what = place ? 'are in several places' : 'are not in the shipped code any more';
			throw new Error(`The lines that it changes ${what}: make the patch again.`);
		}
		changed.set(place[0], replaced(place[1], before, after));
	}
	return changed;
}

function count(text: string, wanted: readonly string[]): number {
	const lines = text.split('\n');
	return lines.filter((_, at) => isAt(lines, at, wanted)).length;
}

function isAt(lines: readonly string[], at: number, wanted: readonly string[]): boolean {
	return wanted.every((line, index) => lines[at + index]?.trim() === line.trim());
}

function replaced(text: string, before: readonly string[], after: readonly string[]): string {
	const lines = text.split('\n');
	const at = lines.findIndex((_, index) => isAt(lines, index, before));
	return [...lines.slice(0, at), ...after, ...lines.slice(at + before.length)].join('\n');
}
