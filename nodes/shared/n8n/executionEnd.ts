import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../basics/guards';
import { memberOf, setMember } from '../basics/members';
import { cancelSignal } from './cancel';
import { runDataOf, runIndexOf } from './runData';

/** How an execution ended; `open` while it runs. */
export type ExecutionState = 'open' | 'succeeded' | 'failed' | 'waiting';

/** The mark of a run of a node; n8n stores no members whose names are symbols. */
const MARK = Symbol('paged-http-run');

/**
 * Knows, from within an execution, whether it is over, and how it ended.
 *
 * Why: n8n evaluates the static data of a workflow at other moments too, such as for each Code node,
 * and during the last node the data of an execution looks as it does at the end. What is entered in
 * `executionData.metadata`, n8n moves to the runs of the nodes only at the end. By then the error and
 * the time until which the execution sleeps are set.
 *
 * Since: all supported versions.
 * Until: nodes can ask for the end of an execution, with its result.
 *
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/workflow-execute.ts
 */
export class ExecutionEnd {
	private readonly signal: AbortSignal | undefined;
	private readonly node: string;
	private readonly runIndex: number;
	/** The execution itself is let go of when n8n has done so. */
	private readonly context: WeakRef<IExecuteFunctions>;
	private readonly data: WeakRef<object> | undefined;

	constructor(context: IExecuteFunctions) {
		const data: unknown = Reflect.get(context, 'runExecutionData');
		this.signal = cancelSignal(context);
		this.node = context.getNode().name;
		this.runIndex = runIndexOf(context);
		this.context = new WeakRef(context);
		this.data = isRecord(data) ? new WeakRef(data) : undefined;
	}

	/**
	 * Enters the mark, when the run of the node is about to return: n8n reports one that has no run.
	 *
	 * @returns whether there is a place for it in this version of n8n
	 */
	mark(): boolean {
		const data = this.data?.deref();
		const execution: unknown = data && Reflect.get(data, 'executionData');
		if (!isRecord(execution)) return false;
		const metadata = isRecord(execution.metadata) ? execution.metadata : {};
		execution.metadata = metadata;
		const ofNode = memberOf(metadata, this.node);
		const runs: unknown[] = Array.isArray(ofNode) ? ofNode : [];
		const before = runs[this.runIndex];
		runs[this.runIndex] = { ...(isRecord(before) && before), [MARK]: true };
		setMember(metadata, this.node, runs);
		return true;
	}

	/** How the execution ended. */
	get state(): ExecutionState {
		if (this.signal?.aborted) return 'failed';
		const data = this.data?.deref();
		const context = this.context.deref();
		if (!data || !context) return 'failed';
		const run = memberOf(runDataOf(context) ?? {}, this.node)?.[this.runIndex];
		if (!run?.metadata || !Object.hasOwn(run.metadata, MARK)) return 'open';
		const result: unknown = Reflect.get(data, 'resultData');
		if (!isRecord(result) || result.error !== undefined) return 'failed';
		return Reflect.get(data, 'waitTill') ? 'waiting' : 'succeeded';
	}
}
