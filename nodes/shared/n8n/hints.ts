import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { linesAsHtml } from './html';

/** What n8n shows above the output of a node: a text, or a line for each. */
export type Hint = readonly [message: string | readonly string[], type: 'info' | 'warning'];

/** Shows hints above the output of a node. */
export function showHints(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	...hints: readonly Hint[]
): void {
	context.addExecutionHints(
		...hints.map(([message, type]): NodeExecutionHint => ({
			...{ message: linesAsHtml([message].flat()), type },
			location: 'outputPane',
		})),
	);
}
