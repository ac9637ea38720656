import type { IExecuteFunctions } from 'n8n-workflow';

import { countOf, memberOf, setMember } from '../../shared/basics/text';
import { ANOTHER_LIST } from '../../shared/changes/reader';
import {
	begin,
	MAX_CHARACTERS,
	NOTHING_KNOWN,
	tooLarge,
	toStored,
} from '../../shared/changes/state';
import { runIndexOf } from '../../shared/n8n/runData';
import { type Hint, logLine } from '../../shared/n8n/shown';
import { userError } from '../../shared/n8n/shownErrors';
import { prepareRead } from '../../shared/read/changeSettings';
import { automaticIdOf, readIdOf, settingsIdOf } from '../../shared/read/listId';
import type { ChangeSettings, ReadInput } from '../../shared/read/types';
import {
	hasStored,
	isTestRun,
	load,
	readersOf,
	store,
	type StoredRead,
	toJson,
} from './storedReads';

/** New and Changed in one run of the node, over all its input items. */
export type RunChanges = ReturnType<typeof runChanges>;

/** @throws UserError when what is stored cannot be read, or is not there */
export function runChanges(context: IExecuteFunctions) {
	if (context.getMode() === 'retry' && !hasStored(context)) {
		// n8n retries with the workflow as it was, which has none of the data that was stored since.
		throw userError(
			"This retry can't see what earlier runs read",
			'Retry with the currently saved workflow instead, or wait for the next run: it returns everything that is not confirmed. In this retry, all records would be new.',
		);
	}
	const stored = load(context);
	/** What was stored of this node before. */
	const reads = memberOf(stored, context.getNode().id) ?? {};
	setMember(stored, context.getNode().id, reads);
	const hasHistory = Object.keys(reads).length > 0;
	/** What this run has read; stored when it returns its records. */
	const finished = new Map<string, StoredRead>();
	// A run that fails stores this at least, so that its retry can be told from one that has lost all.
	if (!isTestRun(context) && !hasStored(context)) store(context, stored);

	const begun = (id: string, settings: string): StoredRead => {
		const read = memberOf(reads, id);
		const isKnown = read?.settings === settings;
		return { settings, state: isKnown ? begin(read.state) : NOTHING_KNOWN };
	};

	/** Prepares the read of an input item. */
	const prepare = (input: ReadInput, settings: ChangeSettings, itemIndex: number) => {
		const id = readIdOf(input);
		const automaticId = automaticIdOf(input);
		const found = memberOf(reads, automaticId);
		if (found && !memberOf(reads, id)) {
			delete reads[automaticId];
			setMember(reads, id, found);
		}
		const opened = finished.get(id) ?? begun(id, settingsIdOf(settings));
		const isAnother = hasHistory && opened.state === NOTHING_KNOWN;
		if (isAnother) logLine(context, 'warn', `${context.getNode().name}: ${ANOTHER_LIST}`);
		const requests = Object.keys({ ...reads, [id]: opened }).length;
		const more = { requests, isAnother };
		const { input: limited, reader } = prepareRead(input, settings, opened.state, more);
		const read = (): StoredRead => ({ ...opened, state: reader.state() });
		const keepBatches = () => {
			// Only the end of a run may need less; until then, the batches of a huge one are not noted.
			setMember(reads, id, reader.characters() > MAX_CHARACTERS ? opened : read());
			if (!isTestRun(context)) store(context, stored);
		};
		return {
			/** What to read with. */
			input: limited,
			counts: reader.counts,
			/** To be called when every record that was taken until now is processed: a batch, for example. */
			onDone: () => {
				reader.confirm();
				keepBatches();
			},
			/** To be called when a batch failed: what it had may have reached its target in part. */
			onFailed: keepBatches,
			/**
			 * To be called when all records were taken, and will be returned.
			 *
			 * @throws PagingError when there is too much to remember
			 */
			finish: () => {
				if (settings.isDoneAtOnce) reader.confirm();
				const now = read();
				const all = { ...reads, ...Object.fromEntries(finished), [id]: now };
				const text = JSON.stringify(toJson({ ...stored, [context.getNode().id]: all }));
				if (text.length > MAX_CHARACTERS) throw tooLarge(requests);
				if (reader.open.size > 0) {
					now.run = {
						node: context.getNode().name,
						execution: context.getExecutionId(),
						index: runIndexOf(context),
						inputs: [...(opened.run?.inputs ?? []), itemIndex],
						recordKey: settings.recordKey,
					};
				}
				finished.set(id, now);
			},
		};
	};

	/** A record that a target always refuses would be returned by each run, and no one would know. */
	const triedAgain = (): string[] => {
		const known = [...finished.values()].flatMap(({ state }) => [...state.known]);
		const again = known.filter(([, { tries, isReturned }]) => isReturned && tries > 1);
		const [worst] = again.sort(([, one], [, other]) => other.tries - one.tries);
		if (!worst) return [];
		const [key, { tries }] = worst;
		return [
			`Not confirmed in an earlier run, and returned again: ${countOf(again.length, 'record')}, such as ${key} (${tries} times so far). If the workflow has no Paged HTTP node with the operation Confirm, add one after the nodes that process the records.`,
		];
	};

	/**
	 * To be called when the node returns its records; what failed before is not noted then.
	 *
	 * @returns what to show above the node's output
	 */
	const end = (): Hint[] => {
		const { name } = context.getNode();
		const hints = triedAgain();
		if (isTestRun(context))
			hints.push(
				hasHistory
					? 'Test run: only records that are new or changed are returned, compared with what the published workflow has stored. A test run stores nothing, so the next run returns the same ones. Nodes after this one run as usual, and may write data.'
					: 'Test run: all records are new, and nothing is stored. Nodes after this one run as usual, and may write data. To get only changes, publish the workflow with a trigger, such as a Schedule Trigger. For When Confirmed, also add a Paged HTTP node with the operation Confirm.',
			);
		else {
			const readers = readersOf(context);
			const [open] = [...finished.values()].flatMap(({ run }) => run?.execution ?? []);
			setMember(readers, name, open ?? memberOf(readers, name) ?? '');
			const changed = [...finished].filter(([id, read]) => !isSame(memberOf(reads, id), read));
			for (const [id, read] of changed) setMember(reads, id, read);
			// n8n saves what is touched.
			if (changed.length > 0) store(context, stored);
			if (context.getMode() === 'integrated')
				hints.push(
					'Started by another workflow: what was read is stored, even if that was a test run.',
				);
		}
		return hints.map((message) => [message, 'info']);
	};
	return { prepare, end };
}

/** @returns whether nothing was returned, and nothing else has changed that is kept of a read */
function isSame(before: StoredRead | undefined, { settings, state, run }: StoredRead): boolean {
	if (run || before?.settings !== settings) return false;
	return JSON.stringify(toStored(before.state)) === JSON.stringify(toStored(state));
}
