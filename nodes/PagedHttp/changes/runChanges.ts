import type { IExecuteFunctions } from 'n8n-workflow';

import { countOf } from '../../shared/basics/countOf';
import { ANOTHER_LIST } from '../../shared/changes/reader';
import { NOTHING_KNOWN } from '../../shared/changes/state';
import type { ExecutionEnd } from '../../shared/n8n/executionEnd';
import type { Hint } from '../../shared/n8n/hints';
import { logLine } from '../../shared/n8n/logLine';
import { userError } from '../../shared/n8n/nodeErrors';
import { limitToChanges } from '../../shared/read/limitToChanges';
import { automaticIdOf, readIdOf, settingsIdOf } from '../../shared/read/listId';
import type { ChangeSettings, ReadInput } from '../../shared/read/types';
import { ItemChanges } from './itemChanges';
import { NodeHistory } from './nodeHistory';
import { needsNoConfirm } from './needsNoConfirm';
import { canJudge, verdictOf } from './runVerdict';
import { hasStored, type ReaderRun } from './storedReads';

/** New and Changed in one run of the node, over all its input items. */
export class RunChanges {
	private readonly history: NodeHistory;

	/**
	 * @param end of the execution; absent in test runs
	 * @throws UserError when what is stored cannot be read, or is not there
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly executionEnd: ExecutionEnd | undefined,
	) {
		if (context.getMode() === 'retry' && !hasStored(context)) {
			// n8n retries with the workflow as it was, which has none of the data that was stored since.
			throw userError(
				"This retry can't see what earlier runs read",
				'Retry with the currently saved workflow instead, or wait for the next run: it returns everything that is not processed. In this retry, all records would be new.',
			);
		}
		this.history = new NodeHistory(context);
	}

	/**
	 * Prepares the read of an input item.
	 *
	 * @param itemIndex counted from 0
	 * @throws DatasetError when the Changed-At Parameter is in the request already
	 */
	prepare(input: ReadInput, settings: ChangeSettings, itemIndex: number): ItemChanges {
		const { context, history } = this;
		if (settings.marks === 'atEnd') checkCanJudge(context);
		if (settings.marks === 'atEnd') checkNotConfirmed(context);
		const id = readIdOf(input);
		history.adopt(automaticIdOf(input), id);
		const opened = history.begin(id, settingsIdOf(settings));
		const isAnother = history.isThere && opened.state === NOTHING_KNOWN;
		if (isAnother) logLine(context, 'warn', `${context.getNode().name}: ${ANOTHER_LIST}`);
		const limited = limitToChanges(input, settings, opened.state, {
			requests: history.countWith(id),
			isAnother,
		});
		return new ItemChanges(context, history, { id, opened, settings, itemIndex, ...limited });
	}

	/**
	 * To be called when the node returns its records; what failed before is not noted then.
	 *
	 * @returns what to show above the node's output
	 */
	end(): Hint[] {
		const texts = this.returnedAgain();
		const { context, executionEnd } = this;
		if (!executionEnd) texts.push(this.testRunText());
		else {
			this.history.end(verdictOf(context, executionEnd));
			if (context.getMode() === 'integrated')
				texts.push(
					'Started by another workflow: what was read is stored, even if that was a test run.',
				);
		}
		return texts.map((text) => [text, 'info']);
	}

	/** A record that a target always refuses would be returned by each run, and no one would know. */
	private returnedAgain(): string[] {
		const again = this.history.finishedReads.flatMap((read) =>
			[...read.state.known].flatMap(([key, { tries, isReturned }]) =>
				isReturned && tries > 1 ? [{ read, key, times: tries - 1 }] : [],
			),
		);
		const [worst] = again.sort((one, other) => other.times - one.times);
		if (!worst) return [];
		const { key, read, times } = worst;
		const before = times === 1 ? 'once' : `${times} times`;
		return [
			[
				`Returned again: ${countOf(again.length, 'record')}, such as ${key} (${before} before).`,
				...reasonOfReturn(this.history.runBefore(read), again.length === 1 ? 'it' : 'them'),
			].join(' '),
		];
	}

	private testRunText(): string {
		return this.history.isThere
			? 'Test run: compared with what the published workflow has stored. Nothing is stored, so the next run returns the same records. Nodes after this one run as usual, and may write data.'
			: 'Test run: all records are new, and nothing is stored. Nodes after this one run as usual, and may write data. To get only changes, publish the workflow with a trigger, such as a Schedule Trigger.';
	}
}

/** @throws UserError where the end of the execution does not show what has become of the records */
function checkCanJudge(context: IExecuteFunctions): void {
	if (context.getMode() === 'integrated')
		throw userError(
			'Mark as Processed cannot be When the Run Succeeds in a workflow that another one started',
			'What the other workflow does with the records is not seen here. Set Mark as Processed to Immediately, or to When Confirmed with Confirm in this workflow, or read the records in the other workflow.',
		);
	if (!canJudge(context))
		throw userError(
			'This version of n8n does not show whether records were processed',
			'Set Mark as Processed to Immediately, or install a newer version of this package.',
		);
}

/** @returns names of nodes for a sentence: `"Create Vendor" and "Notify"` */
function namesOf(nodes: readonly string[]): string {
	return nodes.map((name) => `"${name}"`).join(' and ');
}

/**
 * @param run that has returned them before
 * @returns why records are returned again, with the way out where it is not to mend what failed
 */
function reasonOfReturn(run: ReaderRun | undefined, them: string): string[] {
	if (!run) return [];
	if (!run.isMarkedAtEnd)
		return [
			`The run before has not confirmed ${them}. Connect Paged HTTP with the operation Confirm after the nodes that process ${them}.`,
		];
	const { as, failedIn, handledIn, shownIn } = run.end ?? {};
	if (failedIn) return [`${namesOf(failedIn)} failed for ${them} in the last run.`];
	if (handledIn)
		return [
			`${namesOf(handledIn)} sent ${them} to its error output. If the nodes there deal with ${them}, set Options > Changes > Handled Errors to Count as Processed.`,
		];
	if (shownIn)
		return [`Dry Run was on in ${namesOf(shownIn)}, so nothing was written for ${them}.`];
	if (as === 'failed') return ['The last run failed.'];
	if (as === 'waiting')
		return [
			'The last run was put to sleep by a node such as Wait, so nothing was marked. Set Mark as Processed to When Confirmed, with Confirm before that node.',
		];
	if (as) return [];
	return [
		'In the last run, a node such as Code changed the stored data of the workflow, so nothing was marked. Set Mark as Processed to When Confirmed, with Confirm after that node.',
	];
}

/** @throws UserError when a Confirm node behind this one would be an error, after the others have written */
function checkNotConfirmed(context: IExecuteFunctions): void {
	const { name } = context.getNode();
	const confirms = context
		.getChildNodes(name, { includeNodeParameters: true })
		.filter(({ type, disabled }) => type.endsWith('.pagedHttp') && !disabled)
		.filter(
			({ parameters: { operation, readNode = '' } = {} }) =>
				operation === 'confirm' && (readNode === '' || readNode === name),
		);
	if (confirms.length > 0) throw needsNoConfirm(name);
}
