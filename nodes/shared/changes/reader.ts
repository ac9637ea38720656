import { countOf } from '../basics/countOf';
import { withMembers } from '../paging/bodyMembers';
import type { Page, Pages, Summary } from '../paging/types';
import { isAtTheEnd } from './atTheEnd';
import { ChangedAtRules } from './changedAtRules';
import type { ChangeOptions } from './changeOptions';
import type { ChangeRules, KnownRecords, Notes } from './changeRules';
import type { ChangesError } from './changesError';
import { ContentRules } from './contentRules';
import { ListMovement } from './listMovement';
import {
	changesOf,
	identifyRecords,
	type ReadRecord,
	type RecordChange,
	withFields,
} from './record';
import { brakeOf } from './removalBrake';
import { Repeats } from './repeats';
import { historyTooLarge, sizeOf } from './room';
import { asProcessed, asReturned, confirm, type Kept, type ReadState, type Values } from './state';
import { UnseenFields } from './unseenFields';
import { UnstableFields } from './unstableFields';

/** How many records of a run have changed, by their change. */
export type ChangeCounts = Record<RecordChange | 'unchanged', number> & {
	/** Records that have changed and are left for the next run. */
	left?: number;
};

/** What to say where the history of another list is there, and none of this one. */
export const ANOTHER_LIST =
	'All records count as new: the URL, method, body, Record Key, Find Changes By, or Start Over has changed, and this list has no history yet.';

const MOVED = 'The list changed while it was read, so records may have been skipped.';

/**
 * Lets only new, changed and removed records of one run through.
 *
 * @example
 * const reader = new ChangeReader(begin(state), options);
 * await forEachPage(reader.pages(paginate(dataset, pagingOptions)), handOn);
 * reader.confirm();
 * save(toStored(reader.state()));
 */
export class ChangeReader {
	/** How many records this run has read, and removed, by their change. */
	readonly counts: ChangeCounts = { created: 0, updated: 0, changed: 0, removed: 0, unchanged: 0 };

	/** What is kept of all records, with what this run has read. */
	private readonly known: KnownRecords;
	/** Keys of what was returned since `confirm`. */
	private readonly open = new Set<string>();
	private readonly movement = new ListMovement();
	/** Absent where only some fields are compared. */
	private readonly unstable: UnstableFields | undefined;
	private readonly unseen: UnseenFields;
	/** What this run has read. */
	private readonly seen: Repeats;
	private readonly rules: ChangeRules;
	/** Size of the state as JSON, about. */
	private size = 0;
	/** Whether the runs before got no record. */
	private readonly wasEmpty: boolean | undefined;
	/** Whether a run that got no record leaves the list empty. */
	private isEmpty: boolean | undefined;
	private hasConcluded = false;
	/** How many records this run has returned. */
	private returned = 0;
	private heldBack: ChangesError | undefined;
	private readonly warnings: string[];
	private readonly notes: Notes = { warnings: [], incomplete: [] };

	/** @param state what was kept of the runs before, see `begin` */
	constructor(
		{ isEmpty, samples = new Map(), ...state }: ReadState,
		private readonly options: ChangeOptions,
	) {
		this.known = new Map(state.known);
		for (const [key, { values }] of this.known) this.size += this.sizeOf(key, values);
		this.wasEmpty = isEmpty;
		this.isEmpty = isEmpty;
		this.seen = new Repeats(options.recordKey, this.movement);
		this.warnings = options.isAnother ? [ANOTHER_LIST] : [];
		const { watch, ignore } = options.by === 'content' ? options : { watch: [], ignore: [] };
		this.unseen = new UnseenFields(watch);
		const comparesAll = options.by === 'content' && watch.length === 0;
		this.unstable = comparesAll ? new UnstableFields(samples, ignore) : undefined;
		this.rules =
			options.by === 'content'
				? new ContentRules(this.known, this.seen)
				: new ChangedAtRules(options, state, this.known, this.notes);
	}

	/** Whether records were returned that are not marked as processed. */
	get hasOpen(): boolean {
		return this.open.size > 0;
	}

	/** Why records that are gone were not removed, where that is held. */
	get brake(): ChangesError | undefined {
		return this.heldBack;
	}

	/** Size of the state as JSON, about, in characters. */
	get characters(): number {
		return this.size;
	}

	/** @returns what is to be kept of what was read until now; not a copy */
	state(): ReadState {
		return {
			...this.rules.reached(),
			isEmpty: this.seen.size === 0 && this.isEmpty,
			known: this.known,
			samples: this.unstable?.samples(),
		};
	}

	/** Marks everything as processed that was returned until now. */
	confirm(): void {
		for (const key of this.open) confirm(this.known, key);
		this.open.clear();
		if (this.hasConcluded) this.rules.settle();
	}

	/**
	 * @param pages what `paginate` returned
	 * @returns the same pages with the records that have changed, then one with those removed
	 * @throws ChangesError naming page, record and field when a record cannot be identified
	 */
	async *pages(pages: Pages): Pages {
		let index = 0;
		let step = await pages.next();
		for (; !step.done; step = await pages.next()) {
			const page = step.value;
			index = page.index + 1;
			this.movement.addPage(page);
			yield { ...page, items: this.changedIn(page), resume: () => page.resume() };
		}
		const summary = step.value;
		if (!isAtTheEnd(summary)) return this.withNotes(summary);
		this.warnings.push(...this.unseen.warnings(), ...(this.unstable?.warnings() ?? []));
		const { hasMoved } = this.movement;
		const { left } = this.counts;
		// Up to where the list was read is not noted before all of it was returned.
		if (left !== undefined)
			return this.withNotes(
				summary,
				`Max Records per Run was reached: the next run returns ${countOf(left, 'other record')}. ${this.rules.notConcluded}`,
			);
		if (hasMoved || summary.incomplete.length > 0)
			return this.withNotes(summary, (hasMoved ? `${MOVED} ` : '') + this.rules.notConcluded);
		const items = this.conclude();
		if (items.length > 0) yield { items, index, resume: () => null };
		return this.withNotes(summary);
	}

	/** @returns what is returned of a page */
	private changedIn({ items, index }: Page): object[] {
		const { options } = this;
		const compared = options.by === 'content' ? options : { watch: [], ignore: [] };
		const records = identifyRecords(items, index + 1, options.recordKey, compared);
		return records.flatMap((record) => this.add(record));
	}

	/**
	 * Notes a record that was read.
	 *
	 * @returns what is returned of it: one object, or none
	 * @throws ChangesError also when the state has no room for one more record
	 */
	private add(record: ReadRecord): object[] {
		const { key } = record;
		const kept = this.known.get(key);
		const occurrence = this.seen.add(record, kept);
		if (occurrence === 'repeated') return [];
		this.unseen.add(record.json);
		if (occurrence === 'first') this.unstable?.add(record, kept);
		const judged = this.rules.judge(record, kept);
		// In one run a record is returned once: an item that is confirmed stands for what is kept of it.
		const change = kept?.isReturned ? undefined : judged;
		if (change && this.returned >= (this.options.maxReturned ?? Infinity)) {
			this.leave(occurrence === 'first');
			return [];
		}
		if (occurrence === 'first') this.counts[change ?? 'unchanged']++;
		else {
			if (kept) this.known.set(key, { ...kept, cameTwice: true });
			if (!change) return [];
			// It was as it is known when it came first.
			this.counts.unchanged--;
			this.counts[change]++;
		}
		if (kept?.isReturned) return [];
		this.makeRoom(record, kept);
		this.known.set(key, {
			...(change ? asReturned(kept, record) : asUnchanged(kept, record)),
			cameTwice: occurrence === 'changed',
		});
		if (!change) return [];
		this.open.add(key);
		this.returned++;
		return [this.toReturned(record, change, kept)];
	}

	/** Leaves a record as it is known, so that the next run finds its change. */
	private leave(isFirst: boolean): void {
		if (!isFirst) this.counts.unchanged--;
		this.counts.left = (this.counts.left ?? 0) + 1;
	}

	/** @throws ChangesError when the state has no room for what is to be kept of a record */
	private makeRoom({ key, values }: ReadRecord, kept: Kept | undefined): void {
		const { maxCharacters, requests, ...settings } = this.options;
		const more = this.sizeOf(key, values) - (kept ? this.sizeOf(key, kept.values) : 0);
		const size = this.size + more;
		if (settings.by === 'content' && more > 0 && size > maxCharacters)
			throw historyTooLarge(this.known, settings, requests);
		this.size = size;
	}

	private sizeOf(key: string, values: Values | undefined): number {
		return sizeOf(key, values, this.options.isDoneAtOnce);
	}

	/** @throws ChangesError when the record already has one of the fields that are added */
	private toReturned(record: ReadRecord, change: RecordChange, kept: Kept | undefined): object {
		const { changeField } = this.options;
		const { values } = record;
		return withFields(record, {
			...(changeField !== '' && { [changeField]: change }),
			...(values && { changes: changesOf(values, kept?.values) }),
		});
	}

	/**
	 * Finds what was removed, once the whole list was read.
	 *
	 * @returns what is returned of the removed records
	 * @throws ChangesError when more are gone than may be removed, unless that is held
	 */
	private conclude(): object[] {
		const { options } = this;
		this.isEmpty = true;
		const isEmptyList = this.seen.size === 0;
		if (isEmptyList && !this.wasEmpty) return [];
		const known = this.known.size;
		const gone = this.rules.conclude(this.movement.canSkip);
		const brake = brakeOf({ removed: gone.length, known, isEmptyList }, options);
		if (brake && isEmptyList && !options.returnsRemoved) {
			this.warnings.push(
				`The list is empty. ${countOf(known, 'known record')} ${known === 1 ? 'is' : 'are'} kept, and not counted as removed.`,
			);
			return [];
		}
		if (brake && !options.holdsRemovals) throw brake;
		this.heldBack = brake;
		if (brake) return [];
		this.hasConcluded = true;
		this.counts.removed = gone.length;
		return gone.flatMap((key) => this.remove(key));
	}

	/** @returns what is returned of a removed record: its key at its path, as the API has written it */
	private remove(key: string): object[] {
		const { recordKey, changeField, returnsRemoved } = this.options;
		const kept = this.known.get(key);
		this.known.delete(key);
		if (!returnsRemoved || !kept) return [];
		this.known.set(key, asReturned(kept, kept, true));
		this.open.add(key);
		return [
			{
				...withMembers({}, [[recordKey, kept.isNumber ? Number(key) : key]]),
				[changeField]: 'removed',
			},
		];
	}

	/** Adds what the user has to know to the summary of the run. */
	private withNotes(summary: Summary, ...more: string[]): Summary {
		const { warnings, incomplete } = this.notes;
		return {
			...summary,
			warnings: [
				...summary.warnings,
				...this.warnings,
				...this.seen.warnings,
				...warnings,
				...incomplete,
				...more,
			],
			incomplete: [...summary.incomplete, ...incomplete],
		};
	}
}

/** @returns what is kept of a record that has not changed */
function asUnchanged(kept: Kept | undefined, record: ReadRecord): Kept {
	// What is not watched may differ in each run, and is not worth writing it.
	const hash = (record.values && kept?.hash) ?? record.hash;
	return asProcessed({ ...record, hash });
}
