import type { Clean } from '../http/redact';
import { isRecord } from '../json';
import { detectDataset } from '../paging/detect/detectDataset';
import { paginate } from '../paging/run/paginate';
import { startsInMiddle } from '../paging/run/warnings';
import type { Pages, PagingOptions } from '../paging/types';
import { shorten } from '../shorten';
import { NOTHING_READ } from './failure';
import type { RunSummary } from './types';

/** Finds the dataset first; the summary has it, with what speaks for it. */
export async function readAutomatically(
	url: string,
	options: PagingOptions,
	clean: Clean,
	read: (pages: Pages) => Promise<RunSummary>,
): Promise<RunSummary> {
	const found = await detectDataset(url, options).catch((error: unknown) => ({ error }));
	if ('error' in found) {
		return options.signal?.aborted
			? { ...NOTHING_READ, stopReason: 'cancelled' }
			: { ...NOTHING_READ, ...found, keepsNothing: true };
	}
	const pages = paginate(found.dataset, { ...options, send: found.send, isProven: true });
	const later = found.beginsAt === undefined ? [] : [startsInMiddle(found.beginsAt, 'its URL')];
	const summary = await read(withReasons(pages, later));
	const show = (text: string) => shorten(clean(text));
	const dataset = withTexts({ ...found.source, url: found.dataset.url }, show);
	const evidence = found.evidence.map(show);
	return { ...summary, dataset, evidence };
}

/** Adds why the records may not be all of them to the summary, before New and Changed concludes from it. */
async function* withReasons(pages: Pages, reasons: string[]): Pages {
	const summary = yield* pages;
	return {
		...summary,
		warnings: [...new Set([...reasons, ...summary.warnings])],
		incomplete: [...new Set([...reasons, ...summary.incomplete])],
	};
}

/** Changes every text in JSON. */
function withTexts(object: object, change: (text: string) => string): object {
	const inside = (value: unknown): unknown => {
		if (typeof value === 'string') return change(value);
		if (Array.isArray(value)) return value.map(inside);
		return isRecord(value) ? withTexts(value, change) : value;
	};
	return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, inside(value)]));
}
