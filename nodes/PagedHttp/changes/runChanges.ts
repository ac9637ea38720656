import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { MAX_CHARACTERS, tooLarge } from '../../shared/changes/content';
import { difference, NOTHING_KNOWN, unconfirmed } from '../../shared/changes/state';
import type { ChangeCounts, ReadState } from '../../shared/changes/types';
import type { ReadInput } from '../types';
import { prepareRead, readIdOf, settingsIdOf } from './prepare';
import type { ChangeSettings } from './settings';
import { isTestRun, load, openReads, setOpenReads, store } from './staticData';
import type { StoredChanges, StoredRead } from './stored';

/** The reads of one input item, limited to what has changed. */
export interface ItemChanges {
	/** What to read with. */
	input: ReadInput;
	readonly counts: ChangeCounts;
	/** To be called when every record that was taken until now is done: a batch, for example. */
	onDone: () => void;
	/**
	 * To be called when all records were taken, and will be returned.
	 *
	 * @throws PagingError when there is too much to remember
	 */
	finish: () => void;
}

/** A read as it was when this run of the node began. */
interface OpenedRead {
	before: ReadState;
	after: ReadState;
	open: number;
}

/** New and Changed in one run of the node, over all its input items. */
export class RunChanges {
	private readonly stored: StoredChanges;
	private readonly opened = new Map<string, OpenedRead>();
	private readonly sizes = new WeakMap<object, number>();
	private readonly reads: Record<string, StoredRead>;

	/** @throws UserError when what is stored cannot be read */
	constructor(private readonly context: IExecuteFunctions) {
		this.stored = load(context);
		const { id, name } = context.getNode();
		const { reads } = this.stored.nodes[id] ?? { reads: {} };
		this.reads = reads;
		this.stored.nodes[id] = { name, reads };
	}

	/** Prepares the read of an input item. */
	open(input: ReadInput, settings: ChangeSettings): ItemChanges {
		const id = readIdOf(input);
		const opened = this.opened.get(id) ?? this.openRead(id, settingsIdOf(settings));
		const { input: limited, reader } = prepareRead(
			input,
			settings,
			opened.after,
			MAX_CHARACTERS - this.sizeBeside(id),
		);
		const { counts } = reader;
		return {
			input: limited,
			counts,
			onDone: () => {
				const state = reader.state();
				// Only the end of a run may need less; until then, the batches of a huge one are not noted.
				if (this.sizeOf(state) + this.sizeBeside(id) > MAX_CHARACTERS) return;
				this.keep(id, { before: state, after: state, open: 0 });
				this.save();
			},
			finish: () => {
				const after = reader.state();
				this.checkSize(id, after);
				const removed = settings.changeField === '' ? 0 : counts.removed;
				const returned = counts.created + counts.updated + counts.changed + removed;
				const open = opened.open + (settings.isDoneAtOnce ? 0 : returned);
				const before = open === 0 ? after : opened.before;
				this.keep(id, { before, after, open });
			},
		};
	}

	/**
	 * To be called when the node returns its records; what failed before is not noted then.
	 *
	 * @returns what to show above the node's output
	 */
	end(): NodeExecutionHint[] {
		if (!isTestRun(this.context)) {
			this.save();
			this.noteOpen();
			return [];
		}
		const message =
			'Test run: the records were compared with what the active workflow has stored. Nothing was stored, so they are returned again.';
		return [{ message, type: 'info', location: 'outputPane' }];
	}

	private save(): void {
		if (!isTestRun(this.context)) store(this.context, this.stored);
	}

	/** What an earlier run has left open is returned again. */
	private openRead(id: string, settings: string): OpenedRead {
		const read = this.reads[id];
		const { state, pending } = read?.settings === settings ? read : { state: NOTHING_KNOWN };
		const before = pending ? unconfirmed(state, pending) : state;
		const opened = { before, after: before, open: 0 };
		this.reads[id] = { settings, state: before };
		this.opened.set(id, opened);
		return opened;
	}

	private keep(id: string, read: OpenedRead): void {
		const { before, after, open } = read;
		const { settings } = this.reads[id] ?? { settings: '' };
		const pending = { run: this.context.getExecutionId(), ...difference(before, after) };
		this.reads[id] = { settings, state: before, ...(open > 0 && { pending }) };
		this.opened.set(id, read);
	}

	private noteOpen(): void {
		const reads = openReads(this.context);
		const { name } = this.context.getNode();
		const open = [...this.opened.values()].reduce((sum, read) => sum + read.open, 0);
		const before = reads.get(name)?.open ?? 0;
		reads.set(name, { run: this.context.getExecutionId(), open: open + before });
		setOpenReads(this.context, reads);
	}

	private checkSize(id: string, state: ReadState): void {
		if (this.sizeOf(state) + this.sizeBeside(id) <= MAX_CHARACTERS) return;
		const count = Object.keys(this.reads).length;
		throw tooLarge(
			count > 1
				? ` It remembers ${count} different requests of this node, so the URL or body must not contain what differs from run to run.`
				: '',
		);
	}

	/** @returns the characters of everything else that the workflow keeps */
	private sizeBeside(id: string): number {
		const own = this.reads[id];
		return Object.values(this.stored.nodes)
			.flatMap(({ reads }) => Object.values(reads))
			.filter((read) => read !== own)
			.reduce((sum, { state, pending }) => sum + this.sizeOf(state) + this.sizeOf(pending), 0);
	}

	private sizeOf(part: object | undefined): number {
		if (!part) return 0;
		const known = this.sizes.get(part) ?? JSON.stringify(part).length;
		this.sizes.set(part, known);
		return known;
	}
}
