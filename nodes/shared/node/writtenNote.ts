import type { IExecuteFunctions } from 'n8n-workflow';

import { shorten } from '../basics/shorten';
import { logLine } from '../n8n/logLine';
import type { WrittenRecord } from './operation';

/** So many are named in an error; n8n's log has all. */
const MOST_NAMED = 20;

/**
 * A node that stops returns no rows: its error names what was written before, and n8n's log has all of it, with the
 * values before.
 *
 * @param written in their order
 */
export function writtenNote(context: IExecuteFunctions, written: WrittenRecord[]): string[] {
	if (written.length === 0) return [];
	const { name } = context.getNode();
	for (const { text, evidence } of written)
		logLine(context, 'info', `${name} has written: ${text}`, { evidence });
	const named = written.slice(0, MOST_NAMED).map(({ text }) => shorten(text, MOST_OF_ONE));
	const more =
		written.length > named.length
			? `, and ${written.length - named.length} more: n8n's log has all of them`
			: '';
	return [`Written before: ${named.join(', ')}${more}.`];
}

const MOST_OF_ONE = 120;
