import type { IExecuteFunctions } from 'n8n-workflow';

import { groupsOf } from '../basics/lists';
import { countOf } from '../basics/countOf';
import { shorten } from '../basics/shorten';
import { showHints } from '../n8n/hints';
import type { OperationResult } from './operation';
import { describeRows } from './rowRanges';

/** In a long table, single rows with a warning are easily overlooked. */
export function addSummary(
	context: IExecuteFunctions,
	results: OperationResult[],
	isDryRun: boolean,
): void {
	const rows = results.flatMap(({ items, records = [] }) =>
		records.map(({ json }) => ({ items, json })),
	);
	const byAction = groupsOf(rows, ({ json }) => String(json.action));
	const parts = [...byAction].map(([action, { length }]) => {
		if (action === 'error') return countOf(length, 'error');
		return isDryRun && action !== 'unchanged'
			? `${length} to ${action.slice(0, -1)}`
			: `${length} ${action}`;
	});
	const warned = rows.filter(({ json }) => 'warning' in json).length;
	if (warned > 0)
		parts.push(`${countOf(warned, 'row')} with a warning (a header is not counted as a row)`);
	const noted = rows
		.filter(({ json }) => json.action === 'error' || 'warning' in json)
		.flatMap(({ items, json }) =>
			String(json.warning ?? json.why)
				.split('\n')
				.map((text) => ({ items, text })),
		);
	const byText = groupsOf(noted, ({ text }) => text);
	const ends = [...byText].slice(0, MOST_NOTES).map(([text, same]) => {
		const items = [...new Set(same.flatMap((row) => row.items))];
		const which = items.length > 0 ? ` In ${describeRows(items)}:` : '';
		return `${which} ${shorten(text).replace(/[^.?]$/, '$&.')}`;
	});
	if (byText.size > MOST_NOTES) ends.push(' The output has the others.');
	if (isDryRun && [...byAction.keys()].some((action) => !NOTHING_DONE.includes(action)))
		ends.push(
			' In a real run, the service checks the values itself: it may refuse a row after writing others.',
		);
	const message = `${isDryRun ? 'Dry run: nothing was written.' : 'Done:'} ${parts.join(', ') || 'Nothing to do'}.${ends.join('')}`;
	if (isDryRun || rows.length > 0)
		showHints(context, [message, noted.length > 0 ? 'warning' : 'info']);
}

const MOST_NOTES = 5;

/** Nothing is done for rows with these actions. */
export const NOTHING_DONE = ['unchanged', 'error'];
