import { UserError } from 'n8n-workflow';

import type { Operation } from '../shared/node/types';
import { inputItems } from './changes/inputItems';
import { clear, isTestRun, setOpenReads } from './changes/staticData';

/** Forgets what all Paged HTTP nodes of the workflow have read, and passes its input on. */
export const forgetOperation: Operation = {
	properties: [],
	run: async function* (context, itemCount) {
		if (isTestRun(context)) throw notInTests();
		clear(context);
		setOpenReads(context, new Map());
		yield* inputItems(context, itemCount);
	},
};

function notInTests(): UserError {
	return new UserError(
		'Forget Everything has no effect in a test run, since n8n stores nothing then',
		{
			description:
				'Connect this node to a trigger of its own, such as a Schedule Trigger or Webhook, publish the workflow, and let the trigger run once.',
		},
	);
}
