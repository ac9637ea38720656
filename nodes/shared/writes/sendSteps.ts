import type { IExecuteFunctions } from 'n8n-workflow';

import type { FailedResult } from '../node/operation';
import { runTasks } from '../node/tasks';
import { afterAnswer } from './evidence';
import { receiptOf } from './receipt';
import type { Step, StepResult } from './step';

/**
 * Takes each step by itself, up to Concurrent Requests of them at once; those of the same record one after the other.
 * The second one decides again, on what the first one has left.
 */
export async function* sendSteps(
	context: IExecuteFunctions,
	steps: Step[],
	isSame: (present: unknown, wanted: unknown) => boolean,
): AsyncGenerator<StepResult | FailedResult> {
	const begun = new Set<string>();
	const tasks = steps.map((planned) => {
		const isFirst = planned.records.every((record) => !begun.has(record));
		for (const record of planned.records) begun.add(record);
		const run = async (): Promise<StepResult[]> => {
			const step = isFirst ? planned : (planned.again?.() ?? planned);
			return [await takeStep(step, isSame)];
		};
		return { items: planned.items, records: planned.records, run };
	});
	yield* runTasks(context, tasks);
}

async function takeStep(
	{ items, evidence, send }: Step,
	isSame: (present: unknown, wanted: unknown) => boolean,
): Promise<StepResult> {
	if (!send) return { items, evidence };
	const { record, response, identity } = await send();
	const receipt = receiptOf(response);
	const after = afterAnswer(evidence, record, isSame);
	return {
		items,
		evidence: { ...after, identity: { ...after.identity, ...identity } },
		// A repetition that the service recognizes writes nothing.
		receipt: evidence.action === 'unchanged' ? { ...receipt, writtenAt: null } : receipt,
	};
}
