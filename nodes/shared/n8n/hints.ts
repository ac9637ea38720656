import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { asHtml } from './html';

/** What n8n shows above the output of a node. */
export type Hint = readonly [message: string, type: 'info' | 'warning'];

/** Shows hints above the output of a node. */
export function showHints(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	...hints: readonly Hint[]
): void {
	context.addExecutionHints(
		...hints.map(([message, type]): NodeExecutionHint => ({
			...{ message: asHtml(message), type },
			location: 'outputPane',
		})),
	);
}
