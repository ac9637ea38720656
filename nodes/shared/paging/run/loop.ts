import { readAnswer } from '../response/answer';
import type { Dataset } from '../dataset/types';
import type { CheckedLimits, PagingOptions } from './options';
import { Prefetcher } from '../fetch/prefetch';
import { datasetFingerprint, readResume } from './resume';
import { Run } from './run';
import {
	oneByOne,
	type FetchResult,
	type PageSource,
	type Progress,
	type SourceParts,
} from '../fetch/sequential';
import {
	isNumbered,
	type NumberedStrategy,
	type Position,
	type Step,
	type Strategy,
} from '../schemes/strategy';
import type { Page, Summary } from './summary';

/** What a run works on. */
export interface Job {
	dataset: Dataset;
	/** Absolute URL of the dataset. */
	url: string;
	options: PagingOptions;
	limits: CheckedLimits;
	/** Fires when the run is cancelled or over. */
	signal: AbortSignal;
}

type SourceFor<P extends Position> = (position: P, progress: Progress) => PageSource<P>;

/**
 * The loop. Every rule about stopping is applied here, to one page after the other; where the
 * answers come from, and how early they were asked for, makes no difference to it.
 *
 * @param sourceFor builds what the answers come from
 * @throws ResumeError when the resume point does not belong to the dataset
 */
export async function* readPages<P extends Position>(
	strategy: Strategy<P>,
	job: Job,
	sourceFor: SourceFor<P>,
): AsyncGenerator<Page, Summary, undefined> {
	const { dataset, options, limits } = job;
	const name = datasetFingerprint(dataset, job.url);
	const start = readResume(options.resume, strategy, name);
	const warnings = [...(options.warnings ?? [])];
	if (limits.prefetch > 1 && !isNumbered(strategy)) {
		warnings.push('prefetch has no effect here: each page has to come before the next is known.');
	}
	const run = new Run(strategy, limits, name, start, warnings);
	const source = sourceFor(run.position, run.progress);
	try {
		if (limits.limit === 0) run.stopHere('limit');
		while (!run.ending) {
			const page = await readPage(strategy, job, run, source);
			if (page) yield page;
		}
		return run.summary(run.ending, source.requests);
	} finally {
		source.close();
	}
}

/** @returns the next page; `undefined` when the run ended without one */
async function readPage<P extends Position>(
	strategy: Strategy<P>,
	job: Job,
	run: Run<P>,
	source: PageSource<P>,
): Promise<Page | undefined> {
	const { dataset, options, signal } = job;
	const { position, pageNumber } = run;
	const outcome = signal.aborted ? undefined : await unlessAborted(source.take(position), signal);
	if (!outcome || signal.aborted) return void run.stopHere('cancelled');
	if (outcome.kind === 'thrown') return void run.fail(outcome.error);

	const { response } = outcome;
	const reading = readAnswer(dataset, response, pageNumber, options.notFoundEndsPaging ?? false);
	if (reading.kind === 'error') return void run.fail(reading.error);
	if (reading.kind === 'end') return void run.finish(reading.stopReason, reading.notice);

	const step: Step<P> = isLast(dataset, reading.items)
		? { kind: 'end', stopReason: 'noDataLeft' }
		: strategy.next({ position, response, page: pageNumber });
	const page = run.accept(reading.items, step);
	// Before the page is handed out, so that requests are under way while it is worked on.
	if (!run.ending) source.advance(run.position, run.progress);
	return page;
}

function isLast(dataset: Dataset, items: unknown[]): boolean {
	return items.length === 0 && dataset.pagingScheme?.pageUntil === 'noDataLeft';
}

/** @returns a source for pages that each have to be waited for */
export function linkedSource<P extends Position>(strategy: Strategy<P>, job: Job): SourceFor<P> {
	return () => oneByOne(partsOf(strategy, job));
}

/** @returns a source for pages that can be asked for ahead */
export function numberedSource(strategy: NumberedStrategy, job: Job): SourceFor<number> {
	const { dataset, limits } = job;
	if (limits.prefetch === 1) return linkedSource(strategy, job);
	const isEnd = (outcome: FetchResult) => {
		if (outcome.kind === 'thrown') return true;
		// Any later page will do as number: which one it is matters for messages only.
		const reading = readAnswer(dataset, outcome.response, 2, false);
		return reading.kind !== 'page' || isLast(dataset, reading.items);
	};
	return (head, progress) => {
		const { prefetch } = limits;
		return new Prefetcher({
			...partsOf(strategy, job),
			strategy,
			prefetch,
			head,
			progress,
			isEnd,
		});
	};
}

function partsOf<P extends Position>(strategy: Strategy<P>, job: Job): SourceParts<P> {
	const { options, limits, signal } = job;
	return {
		strategy,
		send: options.send,
		signal,
		clock: options.clock,
		interval: limits.interval,
	};
}

/** @returns what a promise gives, or `undefined` as soon as the signal fires */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	let cancel = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		cancel = () => resolve(undefined);
	});
	signal.addEventListener('abort', cancel, { once: true });
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener('abort', cancel);
	}
}
