import { canonicalJson, isRecord } from '../../json';
import type { Dataset } from '../dataset/types';
import { integerFrom, ResumeError } from '../errors';
import { hashOf } from '../response/compare';
import type { Strategy } from '../schemes/types';
import type { ResumePoint, StartingPoint } from '../types';

/** What ties a resume point to a dataset. */
export interface Origin {
	dataset: Dataset;
	/** Absolute URL of the dataset. */
	url: string;
	/** Whether reading has proven where next URLs lead. */
	isProven?: boolean;
}

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
	const { position, seen = [], observed } = input;
	if (!strategy.accepts(position)) throw malformed('position does not match the paging scheme');
	if (!Array.isArray(seen) || !seen.every((entry) => typeof entry === 'string')) {
		throw malformed('seen must be an array of text');
	}
	if (observed !== undefined && !isRecord(observed)) throw malformed('observed must be an object');
	const [previous, first] = [text(input, 'previous'), observed && text(observed, 'first')];
	return {
		position,
		skip: count(input, 'skip'),
		pages: count(input, 'pages'),
		items: count(input, 'items'),
		seen,
		...(previous !== undefined && { previous }),
		...(observed && {
			observed: {
				largest: count(observed, 'largest'),
				...(first !== undefined && { first }),
				...(observed.total !== undefined && { total: count(observed, 'total') }),
			},
		}),
	};
}

function hashDataset({ dataset, url }: Origin): string {
	return hashOf(canonicalJson({ ...dataset, url }));
}

function text(input: Record<string, unknown>, field: string): string | undefined {
	const value = input[field];
	if (value === undefined || typeof value === 'string') return value;
	throw malformed(`${field} must be text`);
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
