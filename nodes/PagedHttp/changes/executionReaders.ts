import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../shared/basics/guards';

/** The only member of the context of the execution that is ours. */
const CONTEXT_MEMBER = 'pagedHttpChanges';

/**
 * @returns the nodes that have read in this execution, by name: its id, if they have left something to
 *   be confirmed, or ''. What is set in it, n8n keeps with the execution itself, also where it continues
 *   after a wait:
 *
 *       { "Read Vendors": "231", "Read Risks": "" }
 */
export function readersOf(context: IExecuteFunctions): Record<string, unknown> {
	const flow: Record<string, unknown> = context.getContext('flow');
	const readers = isRecord(flow[CONTEXT_MEMBER]) ? flow[CONTEXT_MEMBER] : {};
	flow[CONTEXT_MEMBER] = readers;
	return readers;
}
