import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { begin } from '../shared/changes/state';
import type { ReadState } from '../shared/changes/types';
import { toItemJson } from '../shared/basics/values';
import type { Place } from '../shared/paging/detect/finds';
import { prepareRead } from '../shared/read/changes';
import { toIncompleteError, toShownError } from '../shared/read/failure';
import { relabelSummary } from '../shared/read/labels';
import { readRecords } from '../shared/read/read';
import { createSender } from '../shared/read/sender';
import { toReadContext } from '../shared/read/suggestions';
import type { ReadContext, ReadInput, RunSummary } from '../shared/read/types';
import type { Settings } from './settings';

/** The part of a poll that n8n has since 2.30; a poll of an older one may take any time. */
interface MaybeBudgeted {
	getPollBudgetMs?: () => number;
}

/** What a poll reads with. */
export interface PollContext extends ReadContext {
	/** How long n8n waits for the poll, in milliseconds; after it, n8n would drop what the poll returns. */
	budgetMs: number | undefined;
}

/** @returns the context of a poll, to read with */
export function toPollContext(poll: IPollFunctions & MaybeBudgeted): PollContext {
	const budgetMs = poll.getPollBudgetMs?.();
	const signal = budgetMs === undefined ? undefined : AbortSignal.timeout(Math.max(0, budgetMs));
	return { budgetMs, ...toReadContext(poll, signal) };
}

/** What differs from poll to poll. */
interface More {
	limit?: number;
	isAnother?: boolean;
	place?: Place;
}

/**
 * Reads the list, or what has changed in it.
 *
 * @param known what the poll before has seen
 * @param more.limit most records
 * @param more.isAnother whether what was known is of another list
 * @param more.place what Paging Setup: Automatic has found before, and finds now
 * @returns the records that have changed, what to know of the list from now on, and how it was read
 * @throws NodeApiError, NodeOperationError or UserError when not all was read
 */
export async function readChanges(
	context: PollContext,
	input: ReadInput,
	settings: Settings,
	known: ReadState,
	{ limit = Infinity, isAnother = false, place }: More = {},
): Promise<{ records: INodeExecutionData[]; state: ReadState; summary: RunSummary }> {
	const { input: prepared, reader } = prepareRead(input, settings.changes, begin(known), {
		isAnother,
	});
	const limited = { ...prepared, limits: { ...prepared.limits, limit } };
	const records: INodeExecutionData[] = [];
	const read = await readRecords(context, limited, {
		...createSender(context, 0, prepared),
		place,
		take({ items }) {
			for (const item of items) records.push({ json: toItemJson(item) });
		},
	});
	const isCut = read.stopReason === 'cancelled' || read.stopReason === 'error';
	if (isCut && context.getExecutionCancelSignal()?.aborted) throw outOfTime(context);
	const summary = {
		...relabelSummary(context, 0, read, input.clean),
		changes: reader.counts,
	};
	if (summary.stopReason === 'error') throw toShownError(summary.error, context, 0);
	const incomplete = toIncompleteError(summary, input, context, 0);
	if (incomplete) throw incomplete;
	reader.confirm();
	for (const warning of summary.warnings) {
		context.logger.warn(`${context.getNode().name}: ${warning}`);
	}
	return { records, state: reader.state(), summary };
}

function outOfTime({ budgetMs = 0 }: PollContext): UserError {
	return new UserError(
		`The list could not be read within ${Math.round(budgetMs / 1000)} seconds, the time that n8n gives a poll`,
		{
			description:
				'No record was returned, and the next poll starts over. Set Find Changes By to Changed-At Field if the API can filter by it, request larger pages, or limit the list in the URL. For longer lists, use a Schedule Trigger and Paged HTTP with Read set to New and Changed.',
		},
	);
}
