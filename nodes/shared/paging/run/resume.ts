import { isRecord } from '../../basics/guards';
import { hashOf } from '../../basics/hash';
import { canonicalJson } from '../../basics/json';
import type { Dataset } from '../dataset/types';
import { ResumeError } from '../pagingErrors';
import type { Strategy } from '../schemes/types';
import type { ResumePoint, StartingPoint } from '../types';
import type { PageWatch } from './pageWatch';

/** What ties a resume point to a dataset. */
export interface Origin {
	dataset: Dataset;
	/** Absolute URL of the dataset. */
	url: string;
	/** Whether reading has proven where next URLs lead. */
	isProven?: boolean;
}

/** What a resume point stores of a run. */
interface Resumable {
	origin: Origin;
	watch: PageWatch;
	/** Hashes of the tokens, cursors or URLs. */
	seen: ReadonlySet<string>;
	firstTotal: number | undefined;
	/** Paths of the members that pages had besides their records. */
	members: string[] | undefined;
}

/**
 * Finds out where a run starts.
 *
 * @param resume the resume point of an earlier run; `undefined` or null to start at the first page
 * @param strategy decides which positions the scheme has
 * @param origin dataset of this run
 * @throws ResumeError when it belongs to another dataset, or is not a resume point
 */
export function startOf(resume: unknown, strategy: Strategy, origin: Origin): StartingPoint {
	if (resume === undefined || resume === null)
		return { position: strategy.first, skip: 0, pages: 0, items: 0 };
	if (isRecord(resume) && resume.version === 1 && resume.dataset !== hashDataset(origin)) {
		throw new ResumeError(
			'The resume point belongs to another request: the URL, body, or paging scheme has changed.',
			'Restore the earlier settings, or clear Resume to start over.',
		);
	}
	if (isResumePoint(resume) && strategy.accepts(resume.position)) return resume;
	throw new ResumeError(
		'The resume point is not valid: it is not the resume object of a summary.',
		'Use the resume object of a summary unchanged, or clear Resume to start over.',
	);
}

function isResumePoint(input: unknown): input is ResumePoint {
	if (!isRecord(input) || input.version !== 1) return false;
	const { skip, pages, items, previous = '', seen = [], observed = { largest: 0 } } = input;
	if (!isRecord(observed) || !Array.isArray(seen)) return false;
	const { largest, first = '', total = 0, members = [] } = observed;
	if (!Array.isArray(members)) return false;
	return (
		[skip, pages, items, largest, total].every((count) => isCount(count, 0)) &&
		[previous, first, ...seen, ...members].every((text) => typeof text === 'string')
	);
}

/** @returns whether a value is an integer that is not less */
export function isCount(value: unknown, least: number): boolean {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

function hashDataset({ dataset, url }: Origin): string {
	return hashOf(canonicalJson({ ...dataset, url }));
}

/** Number of hashes in a resume point, the newest ones: it has to stay small. */
const MOST_HASHES = 1_000;

/**
 * @param run what is known of it
 * @returns a starting point that later runs of the same dataset accept
 */
export function createResumePoint(
	{ origin, watch, seen, firstTotal: total, members }: Resumable,
	start: StartingPoint,
): ResumePoint {
	return {
		version: 1,
		dataset: hashDataset(origin),
		...start,
		...(seen.size > 0 && { seen: Array.from(seen).slice(-MOST_HASHES) }),
		...watch.toResume({ total, members }),
	};
}
