import type { IExecuteFunctions } from 'n8n-workflow';

import type { ChangeCounts, ChangeReader } from '../../shared/changes/reader';
import { MAX_CHARACTERS } from '../../shared/changes/storedState';
import { runIndexOf } from '../../shared/n8n/runData';
import type { LimitedRead } from '../../shared/read/limitToChanges';
import type { ServerClock } from '../../shared/read/serverClock';
import type { ChangeSettings, ReadInput } from '../../shared/read/types';
import type { NodeHistory } from './nodeHistory';
import type { StoredRead } from './storedReads';

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
	/** Lets the records through that are new or changed. */
	readonly reader: ChangeReader;
	/** Observes the read. */
	readonly serverClock: ServerClock;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly history: NodeHistory,
		private readonly start: ItemStart,
	) {
		this.input = start.input;
		this.reader = start.reader;
		this.serverClock = start.serverClock;
	}

	/** How many records were read, by their change. */
	get counts(): ChangeCounts {
		return this.reader.counts;
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
	 * @throws ChangesError when there is too much to remember
	 */
	finish(): void {
		const { reader } = this;
		const { id, settings } = this.start;
		if (settings.marks === 'atOnce') reader.confirm();
		const read = this.read();
		this.history.checkRoom(id, read, settings);
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
