import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../basics/guards';
import { replaced } from './replaced';

/**
 * Reads a credential with its expressions as they were entered.
 *
 * Why: n8n returns their values only, and a read of these takes a query of its database, a millisecond for
 * each item. It gets them from the workflow of the context, where this sees what they are made of.
 *
 * Since: all supported versions.
 * Until: nodes can ask for it.
 *
 * @returns `undefined` when n8n gets the values elsewhere
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/node-execution-context/node-execution-context.ts
 */
export async function asEntered(
	context: Pick<IExecuteFunctions, 'getCredentials'>,
	type: string,
): Promise<object | undefined> {
	const workflow: unknown = Reflect.get(context, 'workflow');
	if (!isObject(workflow)) return undefined;
	let entered: unknown;
	const expression = { getParameterValue: (data: unknown) => (entered = data) };
	const watched = replaced(workflow, 'expression', expression);
	await replaced(context, 'workflow', watched).getCredentials(type);
	return isObject(entered) ? entered : undefined;
}
