import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * @returns whether an agent runs the node
 *
 * Why: `isToolExecution` is missing in 1.x, and false where 2.x runs a tool as a node of its own. In
 * both, the type of a tool is that of its node with a word after it.
 *
 * Since: all supported versions.
 * Until: 1.x is no longer supported, and `isToolExecution` is true for every tool.
 *
 * @see https://github.com/n8n-io/n8n/blob/master/packages/cli/src/tool-generation/ai-tools.ts
 */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}
