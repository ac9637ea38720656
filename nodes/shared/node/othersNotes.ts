import { groupsOf } from '../basics/lists';
import { countOf } from '../basics/countOf';
import { textsOf } from '../service/serviceError';
import type { FailedResult } from './operation';
import { describeRows } from './rowRanges';

/** Max different errors of other items in a message, and ranges of rows; of the others, only the rows are named. */
const MAX_OTHERS = 5;

/**
 * @param first the error that is shown
 * @returns what else failed at the same time, a line for each different error
 */
export function othersNotes(first: unknown, others: FailedResult[] = []): string[] {
	const textOf = (error: unknown) => {
		const { message, description } = textsOf(error);
		return `${message.replace(/\.$/, '')}. ${description.slice(0, 1).join('')}`;
	};
	const groups = [...groupsOf(others, ({ error }) => textOf(error))];
	const notes = groups.slice(0, MAX_OTHERS).map(([text, alike]) => {
		const items = alike.flatMap((other) => other.items);
		const which = items.length > 0 ? describeRows(items) : countOf(alike.length, 'other request');
		const why = text === textOf(first) ? 'for the same reason.' : `too: ${text}`;
		return `${which.charAt(0).toUpperCase()}${which.slice(1)} failed ${why}`;
	});
	const more = groups.slice(MAX_OTHERS).flatMap(([, alike]) => alike);
	const rows = [...new Set(more.flatMap(({ items }) => items))];
	const which = rows.length > 0 ? ` (${describeRows(rows)})` : '';
	if (more.length > 0) notes.push(`${countOf(more.length, 'other item')} failed too${which}.`);
	return notes;
}
