import type { IExecuteFunctions } from 'n8n-workflow';

import type { WorkflowNode } from '../../shared/n8n/workflowNodes';

/** @returns whether a node only shows what it would write */
export function isDryRun(
	context: IExecuteFunctions,
	{ parameters }: Pick<WorkflowNode, 'parameters'>,
): boolean {
	const { dryRun = false } = parameters;
	if (typeof dryRun !== 'string') return Boolean(dryRun);
	// What only its items tell may be true for some of them.
	if (/[$](json|item|input|binary|[(])/.test(dryRun)) return true;
	try {
		return context.evaluateExpression(dryRun.slice(1), 0) !== false;
	} catch {
		// An expression that only its node can evaluate may be true.
		return true;
	}
}
