import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { MAX_CHARACTERS, tooLarge } from '../../shared/changes/content';
import { difference, NOTHING_KNOWN, unconfirmed } from '../../shared/changes/state';
import type { ChangeCounts, ReadState } from '../../shared/changes/types';
import type { ReadInput } from '../../shared/read/types';
import { prepareRead, readIdOf, settingsIdOf } from '../../shared/read/prepare';
import type { ChangeSettings } from '../../shared/read/changeSettings';
import { hasStored, isTestRun, load, openReads, setOpenReads, store } from './staticData';
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

const NOTHING_STORED =
	'Test run: the records were compared with what the published workflow has stored. Nothing was stored, so they are returned again.';

/** What to say of a run, by its mode. */
const HINTS = new Map<string, string>([
	['manual', NOTHING_STORED],
	['evaluation', NOTHING_STORED],
	[
		'integrated',
		'Run by another workflow: what was read is stored, also if that workflow was run as a test.',
	],
]);

/** n8n retries with the workflow as it was, which has none of the data that was stored since. */
function lostInRetry(): UserError {
	return new UserError("This retry can't see what earlier runs read", {
		description:
			'Retry with the currently saved workflow instead, or wait for the next run: it returns everything that is not confirmed. In this retry, all records would count as new.',
	});
}

/** New and Changed in one run of the node, over all its input items. */
export class RunChanges {
	private readonly stored: StoredChanges;
	private readonly opened = new Map<string, OpenedRead>();
	private readonly sizes = new WeakMap<object, number>();
	private readonly reads: Record<string, StoredRead>;

	/** @throws UserError when what is stored cannot be read, or is not there */
	constructor(private readonly context: IExecuteFunctions) {
		if (context.getMode() === 'retry' && !hasStored(context)) throw lostInRetry();
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
		const { input: limited, reader } = prepareRead(input, settings, opened.after, {
			maxCharacters: MAX_CHARACTERS - this.sizeBeside(id),
			requests: this.countOfRequests,
		});
		const { counts } = reader;
		let noted: ReadState | undefined;
		return {
			input: limited,
			counts,
			onDone: () => {
				const fresh = reader.takeFresh();
				if (!fresh) noted = reader.state();
				else if (noted && !this.extend(id, noted, fresh)) noted = undefined;
				// Only the end of a run may need less; until then, the batches of a huge one are not noted.
				if (!noted) return;
				if (this.keep(id, { before: noted, after: noted, open: 0 })) this.save();
				else noted = undefined;
			},
			finish: () => {
				const after = reader.state();
				const removed = settings.changeField === '' ? 0 : counts.removed;
				const returned = counts.created + counts.updated + counts.changed + removed;
				const open = opened.open + (settings.isDoneAtOnce ? 0 : returned);
				const before = open === 0 ? after : opened.before;
				if (!this.keep(id, { before, after, open })) throw tooLarge(this.countOfRequests);
			},
		};
	}

	/**
	 * To be called when the node returns its records; what failed before is not noted then.
	 *
	 * @returns what to show above the node's output
	 */
	end(): NodeExecutionHint[] {
		const message = HINTS.get(this.context.getMode());
		if (!isTestRun(this.context)) {
			this.save();
			this.noteOpen();
		}
		return message === undefined ? [] : [{ message, type: 'info', location: 'outputPane' }];
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

	/** @returns whether there is room for it; nothing is kept otherwise */
	private keep(id: string, read: OpenedRead): boolean {
		const { before, after, open } = read;
		const { settings } = this.reads[id] ?? { settings: '' };
		const run = this.context.getExecutionId();
		const pending = open > 0 ? { run, ...difference(before, after) } : undefined;
		const size = this.sizeOf(before) + this.sizeOf(pending) + this.sizeBeside(id);
		if (size > MAX_CHARACTERS) return false;
		this.reads[id] = { settings, state: before, ...(pending && { pending }) };
		this.opened.set(id, read);
		return true;
	}

	/**
	 * Adds a batch to what is kept: a copy of all would take longer with each batch.
	 *
	 * @returns whether there is room for it; nothing is added otherwise
	 */
	private extend(id: string, state: ReadState, fresh: ReadonlyMap<string, string>): boolean {
		const { known } = state;
		let size = this.sizeOf(state);
		for (const [key, hash] of fresh) {
			const kept = Object.hasOwn(known, key) ? known[key] : undefined;
			// A comma takes the place of the braces.
			const length = JSON.stringify({ [key]: hash }).length - 1;
			size += kept === undefined ? length : hash.length - kept.length;
		}
		if (size + this.sizeBeside(id) > MAX_CHARACTERS) return false;
		// Not by assignment, since a key may be __proto__.
		const descriptor = { configurable: true, enumerable: true, writable: true };
		for (const [key, value] of fresh) Object.defineProperty(known, key, { ...descriptor, value });
		this.sizes.set(state, size);
		return true;
	}

	private noteOpen(): void {
		const reads = openReads(this.context);
		const { name } = this.context.getNode();
		const open = [...this.opened.values()].reduce((sum, read) => sum + read.open, 0);
		const before = reads.get(name)?.open ?? 0;
		reads.set(name, { run: this.context.getExecutionId(), open: open + before });
		setOpenReads(this.context, reads);
	}

	private get countOfRequests(): number {
		return Object.keys(this.reads).length;
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
