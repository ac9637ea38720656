import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { MAX_CHARACTERS, tooLarge } from '../../shared/changes/content';
import { addAll, difference, NOTHING_KNOWN, unconfirmed } from '../../shared/changes/state';
import type { ChangeCounts, ReadState } from '../../shared/changes/types';
import { prepareRead, readIdOf, settingsIdOf } from '../../shared/read/changes';
import type { ChangeSettings, ReadInput } from '../../shared/read/types';
import type { StoredChanges, StoredRead } from './stored';
import { hasStored, isTestRun, load, openReads, setOpenReads, store } from './stored';

/** The reads of one input item, limited to what has changed. */
export interface ItemChanges {
	/** What to read with. */
	input: ReadInput;
	readonly counts: ChangeCounts;
	/** To be called when every record that was taken until now is processed: a batch, for example. */
	onDone: () => void;
	/**
	 * To be called when all records were taken, and will be returned.
	 *
	 * @throws PagingError when there is too much to remember
	 */
	finish: () => void;
}

/** A read as it was when this run of the node began, as it is now, and what it has left open. */
interface OpenedRead {
	before: ReadState;
	after: ReadState;
	open: number;
}

const NOTHING_STORED =
	'Test run: the records were compared with what the published workflow has stored. Nothing was stored, so they are returned again.';

const INTEGRATED =
	'Run by another workflow: what was read is stored, also if that workflow was run as a test.';

/** New and Changed in one run of the node, over all its input items. */
export class RunChanges {
	private readonly stored: StoredChanges;
	private readonly opened = new Map<string, OpenedRead>();
	private readonly reads: Record<string, StoredRead>;

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
		const { id, name } = context.getNode();
		const { reads } = this.stored.nodes[id] ?? { reads: {} };
		this.reads = reads;
		this.stored.nodes[id] = { name, reads };
		// A run that fails stores this at least, so that its retry can be told from one that has lost all.
		if (!isTestRun(context) && !hasStored(context)) store(context, load(context));
	}

	/** Prepares the read of an input item. */
	open(input: ReadInput, settings: ChangeSettings): ItemChanges {
		const id = readIdOf(input);
		const opened = this.opened.get(id) ?? this.openRead(id, settingsIdOf(settings));
		const room = { maxCharacters: this.roomFor(id), requests: Object.keys(this.reads).length };
		const { input: limited, reader } = prepareRead(input, settings, opened.after, room);
		const { counts } = reader;
		let noted: ReadState | undefined;
		return {
			input: limited,
			counts,
			onDone: () => {
				const fresh = reader.takeFresh();
				// A copy of all would take longer with each batch.
				if (!fresh) noted = reader.state();
				else if (noted) addAll(noted, fresh);
				// Only the end of a run may need less; until then, the batches of a huge one are not noted.
				if (reader.characters > room.maxCharacters) noted = undefined;
				if (!noted) return;
				this.keep(id, { before: noted, after: noted, open: 0 });
				if (!isTestRun(this.context)) store(this.context, this.stored);
			},
			finish: () => {
				const after = reader.state();
				const removed = settings.changeField === '' ? 0 : counts.removed;
				const returned = counts.created + counts.updated + counts.changed + removed;
				const open = opened.open + (settings.isDoneAtOnce ? 0 : returned);
				const before = open === 0 ? after : opened.before;
				const read = { before, after, open };
				const size = JSON.stringify(this.toStored(id, read)).length;
				// Other items may have taken some of it meanwhile.
				if (size > this.roomFor(id)) throw tooLarge(room.requests);
				this.keep(id, read);
			},
		};
	}

	/**
	 * To be called when the node returns its records; what failed before is not noted then.
	 *
	 * @returns what to show above the node's output
	 */
	end(): NodeExecutionHint[] {
		const isTest = isTestRun(this.context);
		if (!isTest) {
			store(this.context, this.stored);
			const reads = openReads(this.context);
			const { name } = this.context.getNode();
			let { open } = reads.get(name) ?? { open: 0 };
			for (const read of this.opened.values()) open += read.open;
			setOpenReads(this.context, reads.set(name, { run: this.context.getExecutionId(), open }));
		}
		if (!isTest && this.context.getMode() !== 'integrated') return [];
		return [
			{ message: isTest ? NOTHING_STORED : INTEGRATED, type: 'info', location: 'outputPane' },
		];
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
		this.reads[id] = this.toStored(id, read);
		this.opened.set(id, read);
	}

	private toStored(id: string, { before, after, open }: OpenedRead): StoredRead {
		const { settings } = this.reads[id] ?? { settings: '' };
		const run = this.context.getExecutionId();
		const pending = open > 0 && { run, ...difference(before, after) };
		return { settings, state: before, ...(pending && { pending }) };
	}

	/** @returns the characters that everything else in the workflow leaves for a read */
	private roomFor(id: string): number {
		const others = Object.values(this.stored.nodes)
			.flatMap(({ reads }) => Object.values(reads))
			.filter((read) => read !== this.reads[id]);
		return MAX_CHARACTERS - JSON.stringify(others).length;
	}
}
