import { canonicalJson, isRecord } from '../../basics/values';
import type { Dataset } from '../dataset/types';
import { integerFrom, ResumeError } from '../errors';
import { hashOf, type PageWatch } from '../response/compare';
import { isPositionName } from '../response/metadata/urls';
import { readPath } from '../response/path';
import type { Strategy } from '../schemes/types';
import type { Clock, Limits, ResumePoint, StartingPoint } from '../types';

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
}

/**
 * Finds out where a run starts.
 *
 * @param resume the resume point of an earlier run, if there is one
 * @param strategy decides which positions the scheme has
 * @param origin dataset of this run
 * @throws ResumeError when it belongs to another dataset, or is not a resume point
 */
export function startOf(resume: unknown, strategy: Strategy, origin: Origin): StartingPoint {
	if (resume === undefined || resume === null) {
		return { position: strategy.first, skip: 0, pages: 0, items: 0 };
	}
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
	const { largest, first = '', total = 0 } = observed;
	return (
		[skip, pages, items, largest, total].every((count) => isCount(count, 0)) &&
		[previous, first, ...seen].every((hash) => typeof hash === 'string')
	);
}

function isCount(value: unknown, least: number): boolean {
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
	{ origin, watch, seen, firstTotal: total }: Resumable,
	start: StartingPoint,
): ResumePoint {
	const { observed, ...previous } = watch.toResume();
	return {
		version: 1,
		dataset: hashDataset(origin),
		...start,
		...(seen.size > 0 && { seen: Array.from(seen).slice(-MOST_HASHES) }),
		...previous,
		...(observed && { observed: { ...observed, ...(total !== undefined && { total }) } }),
	};
}

/** Guards against a loop that nothing else notices. */
const DEFAULT_MAX_PAGES = 1_000;

/** More requests at once help no run, and harm the server. */
const MOST_PREFETCH = 64;

/**
 * Fills in the defaults of the limits.
 *
 * @throws RangeError naming the limit that is out of range
 */
export function checkLimits(limits: Limits = {}, clock: Clock | undefined): Required<Limits> {
	const { limit = Infinity, maxPages = DEFAULT_MAX_PAGES, interval = 0, prefetch = 1 } = limits;
	const counts = [
		['limit', limit, 0],
		['maxPages', maxPages, 1],
	] as const;
	for (const [name, value, least] of counts) {
		if (value === Infinity || isCount(value, least)) continue;
		throw new RangeError(`${name} must be ${integerFrom(least)}, not ${value}.`);
	}
	if (prefetch !== 'automatic' && !(isCount(prefetch, 1) && prefetch <= MOST_PREFETCH)) {
		const wanted = `an integer from 1 to ${MOST_PREFETCH}, or "automatic"`;
		throw new RangeError(`prefetch must be ${wanted}, not ${prefetch}.`);
	}
	if (!(interval >= 0)) throw new RangeError('interval must be 0 or more milliseconds.');
	if (interval > 0 && !clock) throw new RangeError('interval needs a clock to wait with.');
	return { limit, maxPages, interval, prefetch };
}

/** @returns that reading may have started in the middle, as a warning */
export function startsInMiddle(parameter: string, where: string): string {
	return `The first request already contains the parameter "${parameter}" in ${where}, so reading may have started in the middle. Remove it to read from the beginning.`;
}

/** @returns why reading starts in the middle, when the dataset names a token of its own */
export function tokenInDataset({ dataset, url }: Origin): string | undefined {
	const { request, parametersIn } = dataset.pagingScheme ?? {};
	const { tokenParameter: name, valueTemplate } = request ?? {};
	if (name === undefined || valueTemplate !== undefined) return undefined;
	const inQuery = dataset.method === 'GET' || parametersIn === 'query';
	const query = new URL(url).searchParams;
	const value = inQuery ? query.get(name) : readPath(name, { body: dataset.body });
	return isToken(value) ? startsInMiddle(name, inQuery ? 'its URL' : 'its body') : undefined;
}

/**
 * @param first URL of the first request
 * @param next the URL of the page after it, from the server
 * @returns why reading starts in the middle, when the server's URL changes a position in the first
 */
export function positionInUrl(first: string, next: string): string | undefined {
	const following = new URL(next, first).searchParams;
	const changed = Array.from(new URL(first).searchParams).find(([name, value]) => {
		const then = following.get(name);
		return isPositionName(name) && isToken(value) && then !== null && then !== value;
	});
	return changed && startsInMiddle(changed[0], 'its URL');
}

/** Values that some servers want for the first page. */
const BEGINNING = /^(?:|\*|-1|0|1|null|start|first|initial|begin|false|undefined)$/i;

function isToken(value: unknown): boolean {
	return !BEGINNING.test(String(value));
}
