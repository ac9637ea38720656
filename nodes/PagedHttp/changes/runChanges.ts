import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { ANOTHER_LIST } from '../../shared/changes/reader';
import {
	begin,
	MAX_CHARACTERS,
	NOTHING_KNOWN,
	tooLarge,
	toStored,
} from '../../shared/changes/state';
import { countOf } from '../../shared/basics/text';
import { hint, runIndexOf } from '../../shared/n8n/workarounds';
import { automaticIdOf, prepareRead, readIdOf, settingsIdOf } from '../../shared/read/changes';
import type { ChangeSettings, ReadInput } from '../../shared/read/types';
import type { StoredChanges, StoredRead } from './stored';
import { hasStored, isTestRun, load, readersOf, store, toJson } from './stored';

const NOTHING_STORED =
	'Test run: the records were compared with what the published workflow has stored. Nothing was stored, so they are returned again.';

const INTEGRATED =
	'Started by another workflow: what was read is stored, even if that workflow was a test run.';

/** New and Changed in one run of the node, over all its input items. */
export class RunChanges {
	private readonly stored: StoredChanges;
	/** What this run has read; stored when it returns its records. */
	private readonly opened = new Map<string, StoredRead>();
	/** What was stored of this node before. */
	private readonly reads: Record<string, StoredRead>;
	private readonly hasHistory: boolean;

	/** @throws UserError when what is stored cannot be read, or is not there */
	constructor(private readonly context: IExecuteFunctions) {
		if (context.getMode() === 'retry' && !hasStored(context)) {
			// n8n retries with the workflow as it was, which has none of the data that was stored since.
			throw new UserError("This retry can't see what earlier runs read", {
				description:
					'Retry with the currently saved workflow instead, or wait for the next run: it returns everything that is not confirmed. In this retry, all records would be new.',
			});
		}
		this.stored = load(context);
		this.reads = this.stored[context.getNode().id] ??= {};
		this.hasHistory = Object.keys(this.reads).length > 0;
		// A run that fails stores this at least, so that its retry can be told from one that has lost all.
		if (!isTestRun(context) && !hasStored(context)) store(context, this.stored);
	}

	/** Prepares the read of an input item. */
	prepare(input: ReadInput, settings: ChangeSettings, itemIndex: number) {
		const id = readIdOf(input);
		const automaticId = automaticIdOf(input);
		const found = this.reads[automaticId];
		if (found && !this.reads[id]) {
			delete this.reads[automaticId];
			this.reads[id] = found;
		}
		const opened = this.opened.get(id) ?? this.begin(id, settingsIdOf(settings));
		const isAnother = this.hasHistory && opened.state === NOTHING_KNOWN;
		if (isAnother) this.context.logger.warn(`${this.context.getNode().name}: ${ANOTHER_LIST}`);
		const requests = Object.keys({ ...this.reads, [id]: opened }).length;
		const more = { requests, isAnother };
		const { input: limited, reader } = prepareRead(input, settings, opened.state, more);
		const { counts } = reader;
		const read = (): StoredRead => ({ ...opened, state: reader.state() });
		const keepBatches = () => {
			// Only the end of a run may need less; until then, the batches of a huge one are not noted.
			this.reads[id] = reader.characters > MAX_CHARACTERS ? opened : read();
			if (!isTestRun(this.context)) store(this.context, this.stored);
		};
		return {
			/** What to read with. */
			input: limited,
			counts,
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
				const finished = read();
				const reads = { ...this.reads, ...Object.fromEntries(this.opened), [id]: finished };
				const all = toJson({ ...this.stored, [this.context.getNode().id]: reads });
				if (JSON.stringify(all).length > MAX_CHARACTERS) throw tooLarge(requests);
				if (reader.open.size > 0) {
					finished.run = {
						node: this.context.getNode().name,
						execution: this.context.getExecutionId(),
						index: runIndexOf(this.context),
						inputs: [...(opened.run?.inputs ?? []), itemIndex],
						recordKey: settings.recordKey,
					};
				}
				this.opened.set(id, finished);
			},
		};
	}

	/**
	 * To be called when the node returns its records; what failed before is not noted then.
	 *
	 * @returns what to show above the node's output
	 */
	end(): NodeExecutionHint[] {
		const { name } = this.context.getNode();
		const isTest = isTestRun(this.context);
		const hints = this.triedAgain();
		if (isTest) hints.push(NOTHING_STORED);
		else {
			const readers = readersOf(this.context);
			for (const { run } of this.opened.values()) if (run) readers[name] = run.execution;
			readers[name] ??= '';
			const changed = [...this.opened].filter(([id, read]) => !isSame(this.reads[id], read));
			for (const [id, read] of changed) this.reads[id] = read;
			// n8n saves what is touched.
			if (changed.length > 0) store(this.context, this.stored);
			if (this.context.getMode() === 'integrated') hints.push(INTEGRATED);
		}
		return hints.map((message) => hint(message, 'info'));
	}

	private begin(id: string, settings: string): StoredRead {
		const read = this.reads[id];
		const isKnown = read?.settings === settings;
		return { settings, state: isKnown ? begin(read.state) : NOTHING_KNOWN };
	}

	/** A record that a target always refuses would be returned by each run, and no one would know. */
	private triedAgain(): string[] {
		let records = 0;
		let [most, key] = [1, ''];
		for (const { state } of this.opened.values()) {
			for (const [name, { tries, isReturned }] of state.known) {
				if (!isReturned || tries < 2) continue;
				records++;
				if (tries > most) [most, key] = [tries, name];
			}
		}
		if (records === 0) return [];
		return [
			`Returned again, since they did not reach Confirm: ${countOf(records, 'record')}, such as ${key} (${most} times so far).`,
		];
	}
}

/** @returns whether nothing was returned, and nothing else has changed that is kept of a read */
function isSame(before: StoredRead | undefined, { settings, state, run }: StoredRead): boolean {
	if (run || before?.settings !== settings) return false;
	return JSON.stringify(toStored(before.state)) === JSON.stringify(toStored(state));
}
