import type { IExecuteFunctions } from 'n8n-workflow';

import { noticeField } from '../shared/forms/fields';
import { userError } from '../shared/n8n/nodeErrors';
import type { Operation, OperationResult } from '../shared/node/operation';
import { noteDeleted } from './changes/openRuns';
import { clear } from './changes/storedReads';
import { isTestRun } from './changes/testRun';

/** Forgets what all Paged HTTP nodes of the workflow have read, and passes its input on. */
export const forgetOperation: Operation = {
	properties: [
		noticeField(
			'resetNotice',
			'The next runs of all Paged HTTP nodes here return all records as new. Has no effect in test runs.',
		),
	],
	run: async function* (context) {
		if (isTestRun(context)) {
			throw userError(
				'Reset Change History has no effect in a test run: test runs store nothing',
				'Connect this node to a trigger of its own, such as a Schedule Trigger or Webhook, publish the workflow, and let the trigger run once.',
			);
		}
		clear(context);
		noteDeleted(context);
		yield* inputItems(context);
	},
};

/** @returns the input items as they are, as the result of an operation that passes them on */
export function* inputItems(context: IExecuteFunctions): Generator<OperationResult> {
	for (const [index, { json, binary }] of context.getInputData().entries())
		yield { items: [index], records: [{ json, ...(binary && { binary }) }] };
}
