import { canonicalJson, isRecord } from '../../json';
import { fingerprint } from './fingerprint';
import type { Position, Strategy } from '../schemes/strategy';

/** How many tokens a resume point remembers, newest first to stay: it has to stay small. */
const REMEMBERED = 1_000;

/** Where a run was cut, as plain JSON. */
export interface ResumePoint {
	version: 1;
	/** Fingerprint of the dataset; the position means nothing in another one. */
	dataset: string;
	/** The page to ask for next: its number, offset, token, cursor or URL; null is the first page. */
	position: Position;
	/** Records of that page that were handed out already. */
	skip: number;
	/** Pages handed out so far, over all runs. */
	pages: number;
	/** Records handed out so far, over all runs. */
	items: number;
	/** Fingerprint of the records of the page before, where pages are numbered. */
	previous?: string;
	/** Fingerprints of the tokens, cursors or URLs seen, where pages name the next one. */
	seen?: string[];
}

/** A resume point that cannot be used with this dataset. */
export class ResumeError extends Error {
	override readonly name = 'ResumeError';

	/** @param fix what to change */
	constructor(
		message: string,
		readonly fix: string,
	) {
		super(message);
	}
}

/** What the loop knows when it starts. */
export interface StartingPoint<P extends Position> {
	position: P;
	skip: number;
	pages: number;
	items: number;
	previous: string | undefined;
	seen: string[];
}

/** @returns what ties resume points to a dataset */
export function datasetFingerprint(dataset: object, url: string): string {
	return fingerprint(canonicalJson({ ...dataset, url }));
}

/** @returns the fingerprints that a resume point can hold of those seen */
export function remembered(seen: ReadonlySet<string>): string[] {
	return Array.from(seen).slice(-REMEMBERED);
}

/**
 * Reads a resume point that an earlier run handed out.
 *
 * @param input what the caller hands in; `undefined` and `null` start from the beginning
 * @param strategy says which positions the scheme has
 * @param dataset fingerprint of the dataset of this run
 * @throws ResumeError when it belongs to another dataset, or is no resume point
 */
export function readResume<P extends Position>(
	input: unknown,
	strategy: Strategy<P>,
	dataset: string,
): StartingPoint<P> {
	if (input === undefined || input === null) {
		const position = strategy.first;
		return { position, skip: 0, pages: 0, items: 0, previous: undefined, seen: [] };
	}
	if (!isRecord(input) || input.version !== 1) {
		throw malformed('it is not an object that a summary handed out');
	}
	if (input.dataset !== dataset) {
		throw new ResumeError(
			'The resume point is of a run that read something else: URL, body or paging scheme differ.',
			'Restore them as they were in the run that was cut, or clear Resume to start from the beginning.',
		);
	}
	const { position, previous, seen = [] } = input;
	if (!strategy.accepts(position)) throw malformed('position is not one of this paging scheme');
	if (previous !== undefined && typeof previous !== 'string')
		throw malformed('previous is no text');
	if (!Array.isArray(seen) || !seen.every((entry) => typeof entry === 'string')) {
		throw malformed('seen is not a list of texts');
	}
	const [skip, pages, items] = [count(input, 'skip'), count(input, 'pages'), count(input, 'items')];
	return { position, skip, pages, items, previous, seen };
}

function count(input: Record<string, unknown>, field: string): number {
	const value = input[field];
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
	throw malformed(`${field} is not a whole number`);
}

function malformed(reason: string): ResumeError {
	return new ResumeError(
		`The resume point cannot be read: ${reason}.`,
		'Hand in the resume object of a summary unchanged, or clear Resume to start over.',
	);
}
