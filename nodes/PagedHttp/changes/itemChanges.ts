import type { IExecuteFunctions } from 'n8n-workflow';

import { isAtTheEnd } from '../../shared/changes/atTheEnd';
import type { ChangeCounts, ChangeReader } from '../../shared/changes/reader';
import { NOTHING_KNOWN } from '../../shared/changes/state';
import { MAX_CHARACTERS } from '../../shared/changes/storedState';
import { runIndexOf } from '../../shared/n8n/runData';
import type { LimitedRead } from '../../shared/read/limitToChanges';
import type { ServerClock } from '../../shared/read/serverClock';
import type { ChangeSettings, ReadInput, RunSummary } from '../../shared/read/types';
import { addNote, addWarning } from '../../shared/node/warnings';
import type { Pages } from '../../shared/paging/types';
import type { NodeHistory } from './nodeHistory';
import type { StoredRead } from './storedReads';

const REMEMBERED =
	'On First Run is set to Remember: the records of the list were remembered, and none was returned.';

const NOT_REMEMBERED =
	'The list may not have been read to its end, so it was not remembered: its records would be new in the next run. The next run reads it again.';

/** What an input item begins with. */
interface ItemStart extends LimitedRead {
	/** See `readIdOf`. */
	id: string;
	/** What the runs before have left, and the input items before. */
	opened: StoredRead;
	settings: ChangeSettings;
	/** Counted from 0. */
	itemIndex: number;
}

/** New and Changed for one input item. */
export class ItemChanges {
	/** What to read with. */
	readonly input: ReadInput;
	private readonly reader: ChangeReader;
	/** Observes the read. */
	readonly serverClock: ServerClock;
	/** Whether nothing is known of the list, and it is only remembered. */
	private readonly isRemembering: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly history: NodeHistory,
		private readonly start: ItemStart,
	) {
		this.input = start.input;
		this.reader = start.reader;
		this.serverClock = start.serverClock;
		this.isRemembering = start.settings.remembersFirst && start.opened.state === NOTHING_KNOWN;
	}

	/** How many records were read, by their change. */
	get counts(): ChangeCounts {
		const { counts } = this.reader;
		if (!this.isRemembering) return counts;
		const all = Object.values(counts).reduce((sum, count) => sum + count);
		return { created: 0, updated: 0, changed: 0, removed: 0, unchanged: all };
	}

	/** @returns what is returned of pages: nothing where the first run only remembers them */
	async *pages(pages: Pages): Pages {
		const changed = this.reader.pages(pages);
		let step = await changed.next();
		for (; !step.done; step = await changed.next()) {
			const page = step.value;
			yield this.isRemembering ? { ...page, items: [], resume: () => page.resume() } : page;
		}
		return step.value;
	}

	/** To be called when every record that was taken until now is processed: a batch, for example. */
	readonly onDone = (): void => {
		this.reader.confirm();
		this.keepBatches();
	};

	/** To be called when a batch failed: what it had may have reached its target in part. */
	onFailed(): void {
		this.keepBatches();
	}

	/**
	 * To be called when all records were taken, and will be returned.
	 *
	 * @param summary how the list was read
	 * @throws ChangesError when there is too much to remember
	 */
	finish(summary: RunSummary): void {
		const { reader } = this;
		const { id, settings } = this.start;
		if (this.isRemembering && !isWhole(summary)) {
			addWarning(this.context, NOT_REMEMBERED);
			return;
		}
		if (this.isRemembering) addNote(this.context, REMEMBERED);
		if (settings.marks === 'atOnce' || this.isRemembering) reader.confirm();
		const read = this.read();
		this.history.checkRoom(id, read, { ...settings, isDoneAtOnce: settings.marks === 'atOnce' });
		if (reader.hasOpen) read.run = this.thisRun();
		this.history.finish(id, read);
	}

	/** Only the end of a run may need less room; until then, the batches of a huge one are not noted. */
	private keepBatches(): void {
		const { id, opened } = this.start;
		this.history.keep(id, this.reader.characters > MAX_CHARACTERS ? opened : this.read());
	}

	private read(): StoredRead {
		return { ...this.start.opened, state: this.reader.state() };
	}

	/** @returns what Confirm finds the records of this run by */
	private thisRun(): NonNullable<StoredRead['run']> {
		const { opened, settings, itemIndex } = this.start;
		return {
			node: this.context.getNode().name,
			execution: this.context.getExecutionId(),
			index: runIndexOf(this.context),
			inputs: [...(opened.run?.inputs ?? []), itemIndex],
			recordKey: settings.recordKey,
			...(settings.marks === 'atEnd' && {
				isMarkedAtEnd: true,
				countsHandled: settings.countsHandled,
			}),
		};
	}
}

/** @returns whether no record can be missing that the next run would take for a new one */
function isWhole(summary: RunSummary): boolean {
	return isAtTheEnd(summary) && summary.incomplete.length === 0;
}
