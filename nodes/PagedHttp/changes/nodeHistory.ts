import type { IExecuteFunctions } from 'n8n-workflow';

import { memberOf, setMember } from '../../shared/basics/members';
import { begin, NOTHING_KNOWN } from '../../shared/changes/state';
import { historyTooLarge, type RoomSettings } from '../../shared/changes/room';
import { MAX_CHARACTERS, toStored } from '../../shared/changes/storedState';
import { readersOf } from './executionReaders';
import {
	type EndOfRun,
	hasStored,
	load,
	type ReaderRun,
	store,
	type StoredChanges,
	type StoredRead,
	toStoredJson,
} from './storedReads';
import { isTestRun } from './testRun';

/** What the workflow keeps of the reads of this node, and what this run of the node adds to it. */
export class NodeHistory {
	/** Whether an earlier run has stored something of this node. */
	readonly isThere: boolean;
	/** What is stored of all nodes of the workflow. */
	private readonly stored: StoredChanges;
	/** What is stored of this node, by `readIdOf`. */
	private readonly reads: Record<string, StoredRead>;
	/** What this run has read, by `readIdOf`; stored when it returns its records. */
	private readonly finished = new Map<string, StoredRead>();

	/** @throws UserError when what is stored cannot be read */
	constructor(private readonly context: IExecuteFunctions) {
		this.stored = load(context);
		const { id } = context.getNode();
		this.reads = memberOf(this.stored, id) ?? {};
		setMember(this.stored, id, this.reads);
		this.isThere = Object.keys(this.reads).length > 0;
		// A run that fails stores this at least, so that its retry can be told from one that has lost all.
		if (!hasStored(context)) this.save();
	}

	/** Everything that this run has read to its end. */
	get finishedReads(): StoredRead[] {
		return [...this.finished.values()];
	}

	/** Keeps what Paging Setup: Automatic has read under the id of the dataset that it has found. */
	adopt(automaticId: string, id: string): void {
		const found = memberOf(this.reads, automaticId);
		if (!found || memberOf(this.reads, id)) return;
		delete this.reads[automaticId];
		setMember(this.reads, id, found);
	}

	/**
	 * @param id see `readIdOf`
	 * @param settings see `settingsIdOf`
	 * @returns what a read begins with: what another input item of this run has left, or an earlier run
	 */
	begin(id: string, settings: string): StoredRead {
		const finished = this.finished.get(id);
		if (finished) return finished;
		const read = memberOf(this.reads, id);
		const isKnown = read?.settings === settings;
		return { settings, state: isKnown ? begin(read.state) : NOTHING_KNOWN };
	}

	/** @returns how many different requests of the node are remembered, with this one */
	countWith(id: string): number {
		return Object.keys({ ...this.reads, [id]: true }).length;
	}

	/** Stores how far a read came, also when its run fails later. */
	keep(id: string, read: StoredRead): void {
		setMember(this.reads, id, read);
		this.save();
	}

	/** @throws ChangesError when the workflow has no room for what this run has read */
	checkRoom(id: string, read: StoredRead, settings: RoomSettings): void {
		const reads = { ...this.reads, ...Object.fromEntries(this.finished), [id]: read };
		const all = { ...this.stored, [this.context.getNode().id]: reads };
		if (JSON.stringify(toStoredJson(all)).length > MAX_CHARACTERS)
			throw historyTooLarge(read.state.known, settings, this.countWith(id));
	}

	/** Notes a read whose records will be returned. */
	finish(id: string, read: StoredRead): void {
		this.finished.set(id, read);
	}

	/** @returns the run of an earlier execution that has returned records of one of the finished reads */
	runBefore(read: StoredRead): ReaderRun | undefined {
		const [id = ''] = [...this.finished].find(([, finished]) => finished === read) ?? [];
		const run = memberOf(this.reads, id)?.run;
		return run?.execution === this.context.getExecutionId() ? undefined : run;
	}

	/**
	 * Stores what this run has read, when the node returns its records.
	 *
	 * @param endOfRun what becomes of it when the execution ends
	 */
	end(endOfRun: EndOfRun): void {
		const { name } = this.context.getNode();
		const readers = readersOf(this.context);
		const [open] = this.finishedReads.flatMap(({ run }) => run?.execution ?? []);
		setMember(readers, name, open ?? memberOf(readers, name) ?? '');
		const changed = [...this.finished].filter(
			([id, read]) => !isUnchanged(memberOf(this.reads, id), read),
		);
		for (const [id, read] of changed) setMember(this.reads, id, read);
		// n8n saves what is touched.
		if (changed.length > 0) this.save(endOfRun);
	}

	private save(endOfRun?: EndOfRun): void {
		if (!isTestRun(this.context)) store(this.context, this.stored, endOfRun);
	}
}

/** @returns whether nothing was returned, and nothing else has changed that is kept of a read */
function isUnchanged(
	before: StoredRead | undefined,
	{ settings, state, run }: StoredRead,
): boolean {
	if (run || before?.settings !== settings) return false;
	return JSON.stringify(toStored(before.state)) === JSON.stringify(toStored(state));
}
