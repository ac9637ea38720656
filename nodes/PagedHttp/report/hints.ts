import { countOf } from '../../shared/basics/countOf';
import type { ChangeCounts } from '../../shared/changes/reader';
import type { Hint } from '../../shared/n8n/hints';
import { reasonOf } from '../../shared/read/incomplete';
import type { RunSummary } from '../../shared/read/types';
import { resumedText } from '../lastStop/resumedText';
import type { FinishedRun } from './finishedRun';
import { progressOf } from './progress';

/** More hints than this would not be read. */
const MOST_HINTS = 5;

/**
 * @param runs one for each input item that was read; gets sorted by their items
 * @returns what to show above the node's output about runs that may be incomplete, or how a single one
 *   ended
 */
export function toHints(runs: FinishedRun[]): Hint[] {
	const prefix = (index: number) => (runs.length > 1 ? `Row ${index + 1}: ` : '');
	const texts = runs
		.sort((a, b) => a.itemIndex - b.itemIndex)
		.flatMap((run) => describeRun(run).map((text) => prefix(run.itemIndex) + text));
	const shown = texts.slice(0, MOST_HINTS);
	const more = texts.length - shown.length;
	if (more > 0) shown.push(`See the Summary output for the other ${countOf(more, 'row')}.`);
	const [only] = runs;
	if (shown.length === 0 && runs.length === 1 && only?.stopMessage !== undefined)
		return [[`${only.stopMessage}.${resumedBy(only.summary)}`, 'info']];
	return shown.map((message) => [message, 'warning']);
}

/** @returns what the run has continued, as a sentence */
function resumedBy({ resumed }: RunSummary): string {
	return resumed ? ` ${resumedText(resumed)}.` : '';
}

/** @returns what may be wrong with a run, as one text; none when nothing is */
function describeRun({ summary, stopMessage }: FinishedRun): string[] {
	const { stopReason, total, items, warnings } = summary;
	const reason = reasonOf(summary);
	const incomplete = reason === undefined ? [] : [`${reason}. ${progressOf(summary)}.`];
	const isPart = stopMessage !== undefined && stopReason === 'limit' && total !== items;
	const limit = isPart ? [`${stopMessage}. To get all, turn on Return All.`] : [];
	const texts = [...incomplete, ...limit, ...warnings];
	return texts.length === 0 ? [] : [texts.join(' ') + resumedBy(summary)];
}

/**
 * @param isResumed whether the run has continued an earlier one
 * @returns how a run ended, as a sentence without a period: that all records were read only where the API
 *   has said so
 */
export function stopText(summary: RunSummary, isResumed: boolean): string {
	const { stopReason, items, total, changes, incomplete, proof, resumed } = summary;
	const records = countOf(items, 'record');
	if (stopReason === 'error') return `Stopped by an error after ${records}`;
	if (stopReason === 'cancelled') return `Canceled after ${records}`;
	if (stopReason === 'maxPages') return `Stopped at Max Pages after ${records}`;
	if (stopReason === 'limit') {
		const isPart = total !== null && total > items && !isResumed;
		return `Stopped at the limit after ${isPart ? `${items} of ${total} records` : records}`;
	}
	if (incomplete.length > 0) return `${records} read, but some may be missing or duplicated`;
	if (changes) return changesText(changes);
	if (proof === null && items > 0)
		return `${records} read; the API doesn't say whether there are more`;
	if (items < 2) return `${records} read`;
	// The list may have changed between them.
	if (resumed) {
		const before = resumed.recordsReturned ? 0 : resumed.items;
		return `${countOf(before + items, 'record')} read over several runs`;
	}
	return `All ${isResumed ? 'other ' : ''}${records} read`;
}

/** What the changes are called by people. */
const CHANGES = [
	['created', 'new'],
	['updated', 'changed'],
	['changed', 'new or changed'],
	['removed', 'removed'],
	['left', 'left for the next run'],
] as const;

/** @returns how many records were read, and how many of them have changed: `5 records read: 2 new, 1 removed` */
function changesText(counts: ChangeCounts): string {
	const all = Object.values(counts).reduce((sum, count) => sum + count) - counts.removed;
	const found = CHANGES.flatMap(([change, word]) => {
		const count = counts[change] ?? 0;
		return count > 0 ? [`${count} ${word}`] : [];
	}).join(', ');
	return `${countOf(all, 'record')} read: ${found || 'nothing has changed'}`;
}
