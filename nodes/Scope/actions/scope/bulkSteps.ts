import type { IExecuteFunctions } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/ids';
import { canonicalJson } from '../../../shared/basics/json';
import { groupsOf } from '../../../shared/basics/lists';
import { userError } from '../../../shared/n8n/nodeErrors';
import type { BatchEntry, FailedResult } from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';
import { afterAnswer } from '../../../shared/writes/evidence';
import type { Step, StepResult } from '../../../shared/writes/step';
import { type BulkChange, groupPatches, sendBulkPatches } from './bulkPatches';
import type { ScopeChange } from './scopeChange';
import { isSameMember } from './scopeEvidence';

type Entry = BatchEntry<ScopeChange>;

/**
 * Items with different changes of one scope are an error: requests are grouped, so which of them is applied last
 * would be random.
 */
export function conflictsIn(entries: Entry[]): { agreed: Entry[]; conflicts: FailedResult[] } {
	const agreed: Entry[] = [];
	const conflicts: FailedResult[] = [];
	for (const [scopeId, same] of groupsOf(entries, ({ input }) => idKey(input.id))) {
		// An item whose cells are all empty changes nothing.
		const writing = same.filter(({ input }) => Object.keys(input.patch).length > 0);
		if (groupsOf(writing, ({ input }) => canonicalJson(input.patch)).size < 2) {
			agreed.push(...same);
			continue;
		}
		agreed.push(...same.filter((entry) => !writing.includes(entry)));
		const items = writing.map(({ itemIndex }) => itemIndex);
		const error = userError(
			`Conflicting changes to the scope ${scopeId} (${describeRows(items)})`,
			'Use the same values in these rows, or remove all but one of them.',
		);
		conflicts.push({ items, error });
	}
	return { agreed, conflicts };
}

/**
 * Sends steps in bulk requests. All steps of a scope have its end, also those that find nothing left to change.
 *
 * @param changes what the items change, by their index
 * @param batchSize scopes per request at most
 */
export async function* sendBulkSteps(
	context: IExecuteFunctions,
	steps: Step[],
	changes: ReadonlyMap<number, ScopeChange>,
	batchSize: number,
): AsyncGenerator<StepResult | FailedResult> {
	const bulk: BulkChange[] = [];
	for (const same of groupsOf(steps, ({ records }) => records.join()).values()) {
		const sent = same.find(({ send }) => send);
		const change = changes.get(sent?.items[0] ?? -1);
		if (!change) yield* same;
		else
			bulk.push({
				...{ id: String(same[0]?.evidence.identity.id ?? change.id), patch: change.patch },
				items: same.flatMap(({ items }) => items),
				results: (record, receipt) =>
					same.map(({ items, evidence, send }) => ({
						items,
						evidence: record && send ? afterAnswer(evidence, record, isSameMember) : evidence,
						...(send && { receipt }),
					})),
			});
	}
	yield* sendBulkPatches(context, groupPatches(bulk, batchSize));
}
