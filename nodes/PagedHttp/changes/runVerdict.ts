import type { IExecuteFunctions } from 'n8n-workflow';

import { setMember } from '../../shared/basics/members';
import { confirm } from '../../shared/changes/state';
import type { ExecutionEnd } from '../../shared/n8n/executionEnd';
import { runDataOf } from '../../shared/n8n/runData';
import { workflowNodesOf } from '../../shared/n8n/workflowNodes';
import { isDryRun } from './dryRuns';
import { noteStored } from './openRuns';
import { RecordTrail, type Unprocessed } from './recordTrail';
import {
	type EndOfRun,
	type ReaderRun,
	readsOfRun,
	type RunEnding,
	type StoredChanges,
	type StoredRead,
} from './storedReads';

/** @returns whether this version of n8n shows what has become of the records */
export function canJudge(context: IExecuteFunctions): boolean {
	return runDataOf(context) !== undefined && workflowNodesOf(context) !== undefined;
}

/**
 * Marks the records of an execution as processed that has succeeded, but for those for which a node has
 * failed.
 *
 * @returns what stores them so. n8n calls it at other moments too, and loses all that the workflow
 *   keeps if it throws: it changes nothing, and never throws.
 */
export function verdictOf(context: IExecuteFunctions, end: ExecutionEnd): EndOfRun {
	const execution = context.getExecutionId();
	return (changes) => {
		const { state } = end;
		if (state === 'open') return undefined;
		if (state === 'succeeded') noteStored(context);
		const judge = state === 'succeeded' ? judgeOf(context, execution, changes) : undefined;
		const ended: StoredChanges = {};
		for (const [id, reads] of Object.entries(changes)) {
			const ofNode: StoredChanges[string] = {};
			setMember(ended, id, ofNode);
			for (const [name, read] of Object.entries(reads)) {
				const { run } = read;
				const isOpen = run?.isMarkedAtEnd && run.execution === execution;
				if (!isOpen) setMember(ofNode, name, read);
				else if (judge) setMember(ofNode, name, judge(read, run));
				else
					setMember(ofNode, name, {
						...read,
						run: { ...run, end: { as: state === 'waiting' ? state : 'failed' } },
					});
			}
		}
		return ended;
	};
}

/** Marks what a read has returned. */
type Judge = (read: StoredRead, run: ReaderRun) => StoredRead;

/** @returns what marks the records that were processed; `undefined` when that cannot be determined */
function judgeOf(
	context: IExecuteFunctions,
	execution: string,
	changes: StoredChanges,
): Judge | undefined {
	try {
		const { failures, shown } = trailOf(context, execution, changes);
		return (read, run) => {
			const left = failures.filter(({ isHandled }) => !isHandled || !run.countsHandled);
			const known = new Map(read.state.known);
			const open = new Set([...left, ...shown].flatMap(({ records }) => [...records.keysOf(read)]));
			for (const key of read.state.known.keys()) if (!open.has(key)) confirm(known, key);
			return {
				...read,
				state: { ...read.state, known },
				run: { ...run, end: endingOf(left, shown, read) },
			};
		};
	} catch {
		return undefined;
	}
}

/** Follows the records to the end of the execution. */
function trailOf(
	context: IExecuteFunctions,
	execution: string,
	changes: StoredChanges,
): RecordTrail {
	const runData = runDataOf(context) ?? {};
	const nodes = workflowNodesOf(context) ?? { get: () => undefined, targetsOf: () => [] };
	const trail = new RecordTrail({
		runData,
		nodes,
		isFollowed: () => true,
		isDryRun: (node) => isDryRun(context, node),
		handles: () => true,
	});
	trail.follow((node, index) => readsOfRun(changes, { node, execution, index }));
	return trail;
}

/** @returns how an execution ended that has succeeded, for the next one to say why records come again */
function endingOf(
	failures: readonly Unprocessed[],
	shown: readonly Unprocessed[],
	read: StoredRead,
): RunEnding {
	const namesOf = (some: readonly Unprocessed[]) => {
		const own = some.filter(({ records }) => records.keysOf(read).size > 0);
		return own.length === 0 ? undefined : [...new Set(own.map(({ node }) => node))];
	};
	const failedIn = namesOf(failures.filter(({ isHandled }) => !isHandled));
	const handledIn = namesOf(failures.filter(({ isHandled }) => isHandled));
	const shownIn = namesOf(shown);
	return {
		as: 'succeeded',
		...(failedIn && { failedIn }),
		...(handledIn && { handledIn }),
		...(shownIn && { shownIn }),
	};
}
