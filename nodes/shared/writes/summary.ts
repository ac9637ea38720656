import type { IExecuteFunctions } from 'n8n-workflow';

import { countOf } from '../basics/countOf';
import { groupsOf } from '../basics/lists';
import { shorten } from '../basics/shorten';
import { showHints } from '../n8n/hints';
import { describeRows } from '../node/rowRanges';
import { takeNotes } from '../node/warnings';
import type { Evidence } from './evidence';
import { tally } from './tally';

/** What a run has done, or would do. */
export interface Outcome {
	rows: Array<{
		items: number[];
		evidence: Evidence;
		/** Those of the warnings that doubt the row as a whole. */
		accidents: string[];
	}>;
	/** Why rows of a dry run cannot be written. */
	problems: Array<{ items: number[]; why: string }>;
	/** How many active records there were before. */
	active?: number | undefined;
}

/**
 * In a long table, single rows with a warning are easily overlooked: a hint above the output has them, a line each,
 * below what was done.
 */
export function showSummary(
	context: IExecuteFunctions,
	{ rows, problems, active }: Outcome,
	isDryRun: boolean,
): void {
	const { warnings, infos } = takeNotes(context);
	if (rows.length + problems.length + warnings.length + infos.length === 0 && !isDryRun) return;
	const evidence = rows.map((row) => row.evidence);
	const parts = tally(evidence, !isDryRun, active);
	if (problems.length > 0) parts.push(countOf(problems.length, 'error'));
	const warned = evidence.filter(({ warnings }) => warnings.length > 0).length;
	if (warned > 0) parts.push(`${countOf(warned, 'row')} with a warning`);
	const noted = [
		...problems.map(({ items, why }) => ({ items, text: why })),
		// A row of totals is the last one of a table, after all doubts about single fields.
		...rows.flatMap(({ items, accidents }) => accidents.map((text) => ({ items, text }))),
		...rows.flatMap(({ items, evidence: { warnings: own } }) =>
			own.map((text) => ({ items, text })),
		),
	];
	const byText = groupsOf(noted, ({ text }) => text);
	const lines = [...byText].slice(0, MOST_NOTES).map(([text, same]) => {
		const items = [...new Set(same.flatMap((row) => row.items))];
		const which = items.length > 0 ? `${describeRows(items).replace('row', 'Row')}: ` : '';
		return `• ${which}${shorten(text).replace(/[^.?]$/, '$&.')}`;
	});
	const more = byText.size - lines.length;
	if (more > 0) lines.push(`• In the columns why and warning: ${more} more.`);
	const start = isDryRun ? 'Dry run: nothing was written.' : 'Done:';
	const head = `${start} ${parts.join(', ') || 'Nothing to do'}.`;
	const others = [...warnings, ...infos].map((text) => `• ${text}`);
	const isWarning = noted.length + warnings.length > 0;
	showHints(context, [[head, ...lines, ...others], isWarning ? 'warning' : 'info']);
}

const MOST_NOTES = 5;
