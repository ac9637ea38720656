import type { INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { prepareRead } from '../shared/read/prepare';
import type { ReadContext } from '../shared/read/context';
import { explain, toIncompleteError } from '../shared/read/failure';
import { relabelSummary } from '../shared/read/labels';
import { readRecords } from '../shared/read/readRecords';
import { PageSender, SentResponse } from '../shared/read/sender';
import type { ReadInput, RunSummary } from '../shared/read/types';
import { MAX_CHARACTERS } from '../shared/changes/content';
import { toItemJson } from '../shared/json';
import type { ReadState } from '../shared/changes/types';
import type { Budget } from './budget';
import type { Settings } from './settings';

/** What a poll reads, how, and for how long. */
export interface PollRead {
	context: ReadContext;
	input: ReadInput;
	settings: Settings;
	budget: Budget;
}

/**
 * Reads the list, or what has changed in it.
 *
 * @param known what the poll before has seen
 * @param limit most records
 * @returns the records that have changed, what to know of the list from now on, and how it was read
 * @throws NodeApiError, NodeOperationError or UserError when not all was read
 */
export async function readChanges(
	{ context, input, settings, budget }: PollRead,
	known: ReadState,
	limit = Infinity,
): Promise<{ records: INodeExecutionData[]; state: ReadState; summary: RunSummary }> {
	const room = { maxCharacters: MAX_CHARACTERS };
	const { input: prepared, reader } = prepareRead(input, settings.changes, known, room);
	const sender = new PageSender(context, 0, prepared);
	const records: INodeExecutionData[] = [];
	const read = await readRecords(
		context,
		{ ...prepared, limits: { ...prepared.limits, limit } },
		{
			send: sender.send,
			take({ items }) {
				for (const item of items) records.push({ json: toItemJson(item) });
			},
		},
	);
	const isCut = read.stopReason === 'cancelled' || read.stopReason === 'error';
	if (isCut && budget.signal.aborted) throw budget.error();
	const summary = relabelSummary(context, 0, read, input.clean);
	if (summary.stopReason === 'error')
		throw explain(summary.error, SentResponse.sentFor, context, 0);
	if (summary.stopReason === 'maxPages') throw tooManyPages();
	const incomplete = input.failsIfIncomplete && toIncompleteError(summary, context, 0);
	if (incomplete) throw incomplete;
	for (const warning of summary.warnings) {
		context.logger.warn(`${context.getNode().name}: ${warning}`);
	}
	return { records, state: reader.state(), summary };
}

function tooManyPages(): UserError {
	return new UserError('Max Pages was reached before the end of the list', {
		description:
			'Raise it under Options. No record was returned: those on later pages would never start the workflow.',
	});
}
