import { canonicalJson, isRecord } from '../../basics/values';
import type { Dataset } from '../dataset/types';
import { ResumeError } from '../errors';
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
	if (isRecord(input) && input.version === 1 && input.dataset !== hashDataset(origin)) {
		throw new ResumeError(
			'The resume point belongs to another request: the URL, body, or paging scheme has changed.',
			'Restore the earlier settings, or clear Resume to start over.',
		);
	}
	if (isResumePoint(input) && strategy.accepts(input.position)) return input;
	throw new ResumeError(
		'The resume point is not valid: it is not the resume object of a summary.',
		'Use the resume object of a summary unchanged, or clear Resume to start over.',
	);
}

function isResumePoint(input: unknown): input is ResumePoint {
	if (!isRecord(input) || input.version !== 1) return false;
	const { skip, pages, items, previous = '', seen = [], observed = { largest: 0 } } = input;
	if (!isRecord(observed) || !Array.isArray(seen)) return false;
	const { largest, first = '', total = 0 } = observed;
	return (
		[skip, pages, items, largest, total].every(isCount) &&
		[previous, first, ...seen].every((hash) => typeof hash === 'string')
	);
}

function isCount(value: unknown): boolean {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function hashDataset({ dataset, url }: Origin): string {
	return hashOf(canonicalJson({ ...dataset, url }));
}
