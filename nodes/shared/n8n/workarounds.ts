import { type IDataObject, type IExecuteFunctions, type IRunData, sleep } from 'n8n-workflow';

import { isObject, isRecord, memberOf } from '../basics/values';
import { userError } from './shownErrors';

/**
 * A context whose sub-workflows do not put the execution to wait.
 *
 * Why: n8n does that when a sub-workflow waits, and runs the node once more when it is woken: a node
 * that calls one sub-workflow after the other would do all its work again.
 *
 * Since: all supported versions.
 * Until: `executeWorkflow` has an option for it.
 *
 * @see https://github.com/n8n-io/n8n/pull/11985
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/node-execution-context/base-execute-context.ts
 */
export function withoutWaiting(context: IExecuteFunctions): IExecuteFunctions {
	const nothing = async () => {};
	return replaced(replaced(context, 'putExecutionToWait', nothing), 'setMetadata', nothing);
}

/** @returns an object with another value of one of its members */
function replaced<T extends object>(object: T, member: string, value: unknown): T {
	return new Proxy(object, {
		get: (target, name): unknown => (name === member ? value : Reflect.get(target, name)),
	});
}

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

/**
 * Stores a member of static data from a webhook that starts a run.
 *
 * Why: n8n makes the workflow of the run out of the same static data, which takes the mark of the
 * change away before the webhook's own copy is saved. So it is assigned once more as soon as the run
 * is starting.
 *
 * Since: 2.x; 1.123 saves it the first time.
 * Until: n8n starts a run with a copy.
 *
 * @param store assigns it
 * @see https://github.com/n8n-io/n8n/blob/master/packages/workflow/src/observable-object.ts
 * @see https://github.com/n8n-io/n8n/blob/master/packages/cli/src/webhooks/live-webhooks.ts
 */
export function storeTwice(store: () => void): void {
	store();
	void sleep(0).then(store);
}

/**
 * Gives a member of static data the value that it has when n8n stores it, at the end of the run.
 *
 * Why: n8n stores static data as a whole, so a workflow that writes its own would overwrite what was
 * stored since the run started. The member is defined, because n8n takes what is assigned for a
 * change: a run that changes nothing else must not store anything.
 *
 * Since: all supported versions.
 * Until: n8n stores the members of nodes apart, or nodes have a storage that is shared by runs.
 *
 * @see https://github.com/n8n-io/n8n/blob/master/packages/workflow/src/observable-object.ts
 */
export function storeAtEnd(data: IDataObject, name: string, read: () => IDataObject[string]): void {
	Object.defineProperty(data, name, { get: read, enumerable: true, configurable: true });
}

/**
 * Reads the body of a webhook's request as it was sent.
 *
 * Why: n8n keeps the bytes for most content types, and reads them on demand for others. A body that it
 * has read as a form is gone: reading it again would end in an error event without a listener.
 *
 * Since: all supported versions.
 * Until: n8n keeps the bytes whenever a node asks for them.
 *
 * @param request as `getRequestObject` returns it
 * @returns `undefined` when n8n no longer has them
 * @see https://github.com/n8n-io/n8n/blob/master/packages/cli/src/middlewares/body-parser.ts
 */
export async function bytesOf(request: Record<string, unknown>): Promise<Uint8Array | undefined> {
	const read = request['readRawBody'];
	const isGone = request['readableEnded'] === true || request['destroyed'] === true;
	if (request['rawBody'] === undefined && !isGone && typeof read === 'function') {
		try {
			await Reflect.apply(read, request, []);
		} catch {
			return undefined;
		}
	}
	const bytes = request['rawBody'];
	return Buffer.isBuffer(bytes) ? bytes : undefined;
}

/**
 * What the nodes of this execution have returned until now, by their names and runs.
 *
 * Why: n8n's way from an item back to an earlier node, `$getPairedItem`, throws after Aggregate, takes
 * the square of the time there, and trusts pairs that n8n has made up. The data itself is in every
 * context, but not in its type.
 *
 * Since: all supported versions.
 * Until: nodes can ask for the data of an execution.
 *
 * @throws UserError when n8n has it elsewhere
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/node-execution-context/base-execute-context.ts
 */
export function runDataOf(context: object): IRunData {
	const data: unknown = Reflect.get(context, 'runExecutionData');
	const result = isRecord(data) ? data.resultData : undefined;
	const runData = isRecord(result) ? result.runData : undefined;
	if (isRunData(runData)) return runData;
	throw userError("This version of n8n doesn't show what the nodes have returned");
}

function isRunData(value: unknown): value is IRunData {
	return isRecord(value) && Object.values(value).every(Array.isArray);
}

/** @returns the number of the run of a node that is in progress, from 0 */
export function runIndexOf(context: IExecuteFunctions): number {
	return memberOf(runDataOf(context), context.getNode().name)?.length ?? 0;
}
