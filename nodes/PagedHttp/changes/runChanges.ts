import type { IExecuteFunctions } from 'n8n-workflow';

import { countOf } from '../../shared/basics/countOf';
import { ANOTHER_LIST } from '../../shared/changes/reader';
import { NOTHING_KNOWN } from '../../shared/changes/state';
import type { Hint } from '../../shared/n8n/hints';
import { logLine } from '../../shared/n8n/logLine';
import { userError } from '../../shared/n8n/nodeErrors';
import { limitToChanges } from '../../shared/read/limitToChanges';
import { automaticIdOf, readIdOf, settingsIdOf } from '../../shared/read/listId';
import type { ChangeSettings, ReadInput } from '../../shared/read/types';
import { ItemChanges } from './itemChanges';
import { NodeHistory } from './nodeHistory';
import { hasStored } from './storedReads';
import { isTestRun } from './testRun';

/** New and Changed in one run of the node, over all its input items. */
export class RunChanges {
	private readonly history: NodeHistory;

	/** @throws UserError when what is stored cannot be read, or is not there */
	constructor(private readonly context: IExecuteFunctions) {
		if (context.getMode() === 'retry' && !hasStored(context)) {
			// n8n retries with the workflow as it was, which has none of the data that was stored since.
			throw userError(
				"This retry can't see what earlier runs read",
				'Retry with the currently saved workflow instead, or wait for the next run: it returns everything that is not confirmed. In this retry, all records would be new.',
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
		if (isTestRun(this.context)) texts.push(this.testRunText());
		else {
			this.history.end();
			if (this.context.getMode() === 'integrated')
				texts.push(
					'Started by another workflow: what was read is stored, even if that was a test run.',
				);
		}
		return texts.map((text) => [text, 'info']);
	}

	/** A record that a target always refuses would be returned by each run, and no one would know. */
	private returnedAgain(): string[] {
		const known = this.history.finishedReads.flatMap(({ state }) => [...state.known]);
		const again = known.filter(([, { tries, isReturned }]) => isReturned && tries > 1);
		const [worst] = again.sort(([, one], [, other]) => other.tries - one.tries);
		if (!worst) return [];
		const [key, { tries }] = worst;
		return [
			`Not confirmed in an earlier run, and returned again: ${countOf(again.length, 'record')}, such as ${key} (${tries} times so far). If the workflow has no Paged HTTP node with the operation Confirm, add one after the nodes that process the records.`,
		];
	}

	private testRunText(): string {
		return this.history.isThere
			? 'Test run: only records that are new or changed are returned, compared with what the published workflow has stored. A test run stores nothing, so the next run returns the same ones. Nodes after this one run as usual, and may write data.'
			: 'Test run: all records are new, and nothing is stored. Nodes after this one run as usual, and may write data. To get only changes, publish the workflow with a trigger, such as a Schedule Trigger. For When Confirmed, also add a Paged HTTP node with the operation Confirm.';
	}
}
