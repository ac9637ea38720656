import type { IDataObject } from 'n8n-workflow';

import type { Lists } from '../../../shared/assignments/lists';
import { type AnsweredControl, pairAnswer, toRequest } from '../../../shared/assignments/pairing';
import { countOf } from '../../../shared/basics/countOf';
import { isDataObject } from '../../../shared/basics/guards';
import { idKey } from '../../../shared/basics/ids';
import { inBatches } from '../../../shared/basics/lists';
import { batchNote } from '../../../shared/node/batchNote';
import type { InputItem } from '../../../shared/node/inputItem';
import { skipsOthers } from '../../../shared/node/onError';
import type { FailedResult } from '../../../shared/node/operation';
import { withOthers } from '../../../shared/node/tasks';
import { addWarning } from '../../../shared/node/warnings';
import { assignScopes } from '../../../shared/service/api/assignments';
import type { Evidence } from '../../../shared/writes/evidence';
import { receiptOf } from '../../../shared/writes/receipt';
import type { StepResult } from '../../../shared/writes/step';
import { type AssignmentStep, whyChanged } from './assignmentPlan';

type Receipt = ReturnType<typeof receiptOf>;

/** How the controls of a run are sent. */
interface SendSettings {
	first: InputItem;
	lists: Lists;
	/** Controls per request at most. */
	batchSize: number;
	/** Whether each derived control is an item of its own. */
	isSplit: boolean;
}

/** Sends the controls that change, in batches; one that is refused does not stop the others. */
export async function* sendAssignments(
	steps: AssignmentStep[],
	{ first, lists, batchSize, isSplit }: SendSettings,
): AsyncGenerator<StepResult | FailedResult> {
	yield* steps.filter(({ isChange }) => !isChange);
	const batches = inBatches(
		steps.filter(({ isChange }) => isChange),
		batchSize,
	);
	const applied: number[] = [];
	let unconfirmed = 0;
	for (const [index, batch] of batches.entries()) {
		const items = batch.flatMap((step) => step.items);
		const stepOf = new Map(batch.map((step) => [step.assignment, step]));
		const assignments = [...stepOf.keys()];
		try {
			const client = first.clientFor(items[0] ?? 0);
			const { answer, response } = await assignScopes(client, assignments.map(toRequest));
			const receipt = receiptOf(response);
			applied.push(index);
			const failures: FailedResult[] = [];
			for (const answered of pairAnswer(assignments, answer, lists)) {
				unconfirmed += answered.unconfirmed.length;
				const step = answered.assignment && stepOf.get(answered.assignment);
				failures.push(...answered.failures);
				if (answered.isRefused) continue;
				yield* step ? resultsOf(step, answered, receipt, isSplit) : unlinked(answered, receipt);
			}
			// After what was written: an error that stops the run names it.
			yield* skipsOthers(first.context) ? withOthers(failures) : failures;
		} catch (error) {
			yield { items, error, note: batchNote(index, batches.length, items, applied) };
		}
	}
	if (unconfirmed > 0)
		addWarning(
			first.context,
			`The service did not confirm ${countOf(unconfirmed, 'assignment')}: their rows have a warning. Use GRC Control > Get Many with Expand Scopes to see what is assigned.`,
		);
}

/** @returns the row of a control, without what the service refused of it; one for each derived control if split */
function* resultsOf(
	{ items, evidence }: AssignmentStep,
	{ assignment, derived, unconfirmed, refused }: AnsweredControl,
	receipt: Receipt,
	isSplit: boolean,
): Generator<StepResult> {
	const without = new Set(refused);
	const isRefused = (scope: unknown) => isDataObject(scope) && without.has(idKey(String(scope.id)));
	const { besides, changes } = evidence;
	const left = <T>(list: T): T | unknown[] =>
		Array.isArray(list) ? list.filter((scope: unknown) => !isRefused(scope)) : list;
	const added = left(besides.added ?? []);
	const { removed = [] } = besides;
	const isNothing = [added, removed].every((list) => Array.isArray(list) && list.length === 0);
	if (refused.length > 0 && isNothing) return;
	const { scopes } = changes;
	const warnings = [...evidence.warnings, ...warningsOf(assignment, unconfirmed)];
	let base: Evidence = {
		...{ ...evidence, warnings },
		besides: { ...besides, added, assignments: derived.map(({ record }) => record) },
	};
	if (refused.length > 0) {
		const current = left(scopes?.current);
		const ids = Array.isArray(current) ? current.filter(isDataObject).map(({ id }) => id) : [];
		base = {
			...{ ...base, why: whyChanged(added, removed), warnings: [...warnings, PART_REFUSED] },
			changes: { scopes: { ...scopes, current } },
			record: { ...evidence.record, scopeIds: ids },
		};
	}
	if (!isSplit || derived.length === 0) {
		yield { items, evidence: base, receipt };
		return;
	}
	for (const [index, child] of derived.entries()) {
		// What the control has lost is told once.
		const lost: IDataObject = index === 0 ? { added, removed } : { added: [], removed: [] };
		const own = {
			...base,
			besides: { ...lost, assignments: [child.record] },
			record: child.record,
		};
		yield { items: child.items, evidence: own, receipt };
	}
}

const PART_REFUSED =
	'The service refused a part of this. Use GRC Control > Get Many with Expand Scopes to see what is assigned.';

function warningsOf(assignment: AnsweredControl['assignment'], unconfirmed: string[]): string[] {
	if (unconfirmed.length === 0) return [];
	const ids = unconfirmed.map((key) => assignment?.scopes.get(key)?.id ?? key);
	return [`The service did not confirm the assignment to: ${ids.join(', ')}.`];
}

/** @returns derived controls that the answer does not link to a control of the input */
function* unlinked({ derived }: AnsweredControl, receipt: Receipt): Generator<StepResult> {
	for (const { items, record } of derived) {
		const evidence: Evidence = {
			action: 'assigned',
			why: 'returned by the service',
			warnings: [
				'The response does not say which control of the input this assignment belongs to.',
			],
			identity: {
				id: record.id ?? null,
				name: record.name ?? null,
				controlIdentifier: record.controlIdentifier ?? null,
			},
			changes: {},
			besides: { added: [], removed: [], assignments: [record] },
			record,
		};
		yield { items, evidence, receipt };
	}
}
