import { canonicalJson, isRecord } from '../../json';
import { integerFrom, ResumeError } from '../errors';
import type { Strategy } from '../schemes/types';
import type { Observed, ResumePoint, StartingPoint } from '../types';
import { hashOf } from './hash';
import type { Origin } from './types';

/** @returns a starting point that later runs of the same dataset accept */
export function createResumePoint(origin: Origin, start: StartingPoint): ResumePoint {
	return { version: 1, dataset: hashDataset(origin), ...start };
}

/**
 * Reads a resume point of an earlier run.
 *
 * @param strategy decides which positions the scheme has
 * @param origin dataset of this run
 * @throws ResumeError when it belongs to another dataset, or is not a resume point
 */
export function readResumePoint(input: unknown, strategy: Strategy, origin: Origin): StartingPoint {
	if (!isRecord(input) || input.version !== 1) {
		throw malformed('it is not the resume object of a summary');
	}
	if (input.dataset !== hashDataset(origin)) {
		throw new ResumeError(
			'The resume point belongs to another request: the URL, body, or paging scheme has changed.',
			'Restore the earlier settings, or clear Resume to start over.',
		);
	}
	const { position, previous, seen = [] } = input;
	if (!strategy.accepts(position)) throw malformed('position does not match the paging scheme');
	if (previous !== undefined && typeof previous !== 'string') {
		throw malformed('previous must be text');
	}
	if (!Array.isArray(seen) || !seen.every((entry) => typeof entry === 'string')) {
		throw malformed('seen must be an array of text');
	}
	const [skip, pages, items] = [count(input, 'skip'), count(input, 'pages'), count(input, 'items')];
	const observed = readObserved(input.observed);
	return {
		...{ position, skip, pages, items, seen },
		...(previous !== undefined && { previous }),
		...(observed && { observed }),
	};
}

/** @returns what earlier runs have observed; `undefined` when it is not known */
function readObserved(input: unknown): Observed | undefined {
	if (input === undefined) return undefined;
	if (!isRecord(input)) throw malformed('observed must be an object');
	const { first, total } = input;
	if (first !== undefined && typeof first !== 'string') throw malformed('first must be text');
	return {
		largest: count(input, 'largest'),
		...(first !== undefined && { first }),
		...(total !== undefined && { total: count(input, 'total') }),
	};
}

function hashDataset({ dataset, url }: Origin): string {
	return hashOf(canonicalJson({ ...dataset, url }));
}

function count(input: Record<string, unknown>, field: string): number {
	const value = input[field];
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
	throw malformed(`${field} must be ${integerFrom(0)}`);
}

function malformed(reason: string): ResumeError {
	return new ResumeError(
		`The resume point is not valid: ${reason}.`,
		'Use the resume object of a summary unchanged, or clear Resume to start over.',
	);
}
