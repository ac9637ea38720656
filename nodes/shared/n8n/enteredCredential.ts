import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../basics/guards';
import { replaced } from './replacedMember';

/**
 * Reads a credential with its expressions as they were entered.
 *
 * Why: n8n returns their values only, and a read of these takes a query of its database, a millisecond for
 * each item. It gets them from the workflow of the context, where this sees what they are made of.
 *
 * Since: all supported versions.
 * Until: nodes can ask for it.
 *
 * @returns `undefined` when n8n gets the values elsewhere, or the read fails: the caller compares the
 *   values then
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/node-execution-context/node-execution-context.ts
 */
export async function asEntered(
	context: Pick<IExecuteFunctions, 'getCredentials'>,
	type: string,
): Promise<object | undefined> {
	const workflow: unknown = Reflect.get(context, 'workflow');
	const expression: unknown = isObject(workflow) && Reflect.get(workflow, 'expression');
	if (!isObject(workflow) || !isObject(expression)) return undefined;
	const unevaluated: object[] = [];
	const watch = (data: unknown) => {
		if (isObject(data)) unevaluated.push(data);
		return data;
	};
	const watched = replaced(expression, 'getParameterValue', watch);
	const inWorkflow = replaced(context, 'workflow', replaced(workflow, 'expression', watched));
	try {
		const members = Object.entries(await inWorkflow.getCredentials(type));
		// n8n may evaluate other data there, and the credential elsewhere.
		return unevaluated.find((data) =>
			members.every(([name, value]) => Reflect.get(data, name) === value),
		);
	} catch {
		// Of n8n itself, it is thrown again by the read that follows.
		return undefined;
	}
}
