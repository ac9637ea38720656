import type { Page, Pages, Summary } from '../paging/types';
import { PagingError } from '../paging/errors';
import { withMembers } from '../paging/request';
import type { Seen } from './record';
import { changesOf, conflictOf, isInexact, readRecords, withFields } from './record';
import { ChangedAtRules, ContentRules } from './rules';
import { confirm, processed, returned, sizeOf, tooLarge } from './state';
import type {
	ChangeCounts,
	ChangeOptions,
	Kept,
	Notes,
	ReadRecord,
	ReadState,
	Rules,
} from './types';

/** So many records may always be removed in one run. */
const ALWAYS_REMOVED = 10;

/** What to say where the history of another list is there, and none of this one. */
export const ANOTHER_LIST =
	'This list has no history yet, since its URL, method, body, Record Key, or Find Changes By is another one than before: all its records are new.';

const MOVED = 'The list changed while it was read, so records may have been skipped.';

/** Lets only new, changed and removed records of one run through. */
export class ChangeReader {
	readonly counts: ChangeCounts = { created: 0, updated: 0, changed: 0, removed: 0, unchanged: 0 };
	private readonly known: Map<string, Kept>;
	/** Keys of what was returned since {@link confirm}. */
	readonly open = new Set<string>();
	/** Size of the state as JSON, about. */
	characters = 0;
	/** What this run has read. */
	private readonly seen = new Map<string, Seen>();
	private readonly warnings: string[] = [];
	private total: number | undefined;
	/** Whether there is more than one page: what is added or removed during a read may move records to another one. */
	private isPaged: boolean | undefined;
	private hasMoved = false;
	private hasConcluded = false;

	private isEmpty: boolean | undefined;
	private readonly rules: Rules;
	private readonly notes: Notes = { warnings: [], incomplete: [] };

	/** @param state what was kept of the runs before, see `begin` */
	constructor(
		{ known, isEmpty, ...reached }: ReadState,
		private readonly options: ChangeOptions,
	) {
		this.isEmpty = isEmpty;
		this.rules =
			options.by === 'content'
				? new ContentRules()
				: new ChangedAtRules(options, reached, this.notes);
		this.known = new Map(known);
		for (const [key, { values }] of known) this.characters += sizeOf(key, values);
		if (options.isAnother) this.warnings.push(ANOTHER_LIST);
	}

	/** @returns what is to be kept of what was read until now; not a copy */
	state(): ReadState {
		const isEmpty = this.seen.size === 0 && this.isEmpty;
		return { ...this.rules.reached, isEmpty, known: this.known };
	}

	/** Marks everything as processed that was returned until now. */
	confirm(): void {
		for (const key of this.open) confirm(this.known, key);
		this.open.clear();
		if (this.hasConcluded) this.rules.settle?.(this.known);
	}

	/**
	 * @param pages what `paginate` returned
	 * @returns the same pages with the records that have changed, then one with those removed; to be
	 *   read to the end or until an error, as `forEachPage` does
	 * @throws PagingError naming page, record and field when a record cannot be identified
	 */
	async *pages(pages: Pages): Pages {
		let step = await pages.next();
		let index = 0;
		while (!step.done) {
			index = step.value.index + 1;
			try {
				yield this.changesOf(step.value);
			} catch (error) {
				step = await pages.throw(error);
				continue;
			}
			step = await pages.next();
		}
		const summary = step.value;
		if (!isAtTheEnd(summary)) return this.withWarnings(summary);
		if (this.hasMoved || summary.incomplete.length > 0) {
			const reason = this.hasMoved ? `${MOVED} ` : '';
			return this.withWarnings(summary, reason + this.rules.notConcluded);
		}
		const removed = this.removals();
		if (removed.length > 0) yield { items: removed, index, resume: () => null };
		return this.withWarnings(summary);
	}

	private changesOf(page: Page): Page {
		this.watch(page);
		const { recordKey, by } = this.options;
		const watch = by === 'content' ? this.options.watch : [];
		const records = readRecords(page.items, page.index + 1, recordKey, watch);
		const items = records.flatMap((record) => this.changeOf(record));
		return { ...page, items, resume: () => page.resume() };
	}

	private changeOf(record: ReadRecord): object[] {
		const { key, hash, place, values } = record;
		const first = this.seen.get(key);
		this.seen.set(key, { hash, place, values });
		if (first && this.isSame(first, record)) return [];
		const kept = this.known.get(key);
		const judged = this.rules.judge(record, kept);
		// In one run a record is returned once: an item that is confirmed stands for what is kept of it.
		const change = kept?.isReturned ? undefined : judged;
		this.counts[change ?? 'unchanged']++;
		if (kept?.isReturned) return [];
		if (!kept) this.addSize(record);
		if (!change) {
			// What is not watched may differ in each run, and is not worth writing it.
			this.known.set(key, processed({ ...record, hash: values && kept ? kept.hash : hash }));
			return [];
		}
		this.known.set(key, returned(kept, record));
		this.open.add(key);
		const { changeField } = this.options;
		return [
			withFields(record, {
				...(changeField !== '' && { [changeField]: change }),
				...(values && { changes: changesOf(values, kept?.values) }),
			}),
		];
	}

	/**
	 * @returns whether a record was read before in this run as it is now
	 * @throws PagingError when it cannot be the same record
	 */
	private isSame(first: Seen, record: ReadRecord): boolean {
		// A record that moves to a later page is one that moves others, too.
		this.hasMoved ||= first.place.page !== record.place.page;
		const conflict = conflictOf(first, record, this.options.recordKey);
		if (!conflict) return true;
		// Until now, no other record had its key: it was changed between the two pages.
		const isKnown = this.known.get(record.key)?.isNew === false && !isInexact(record);
		if (!isKnown || first.place.page === record.place.page) throw conflict;
		this.warnings.push(
			`${conflict.message} If the record was not changed while the list was read, choose another Record Key.`,
		);
		return false;
	}

	/** @throws PagingError when the state has no room for one more record */
	private addSize({ key, values }: ReadRecord): void {
		const { by, maxCharacters, requests } = this.options;
		const characters = this.characters + sizeOf(key, values);
		if (by === 'content' && characters > maxCharacters) throw tooLarge(requests);
		this.characters = characters;
	}

	private removals(): object[] {
		const { changeField, recordKey } = this.options;
		const wasEmpty = this.isEmpty;
		this.isEmpty = true;
		if (this.seen.size === 0 && !wasEmpty) return [];
		const before = this.known.size;
		const removed = this.rules.conclude(this.known, this.isPaged === true, this.seen);
		this.checkRemoved(removed.length, before);
		this.hasConcluded = true;
		this.counts.removed = removed.length;
		return removed.flatMap((key) => {
			const kept = this.known.get(key);
			this.known.delete(key);
			if (changeField === '' || !kept) return [];
			this.known.set(key, returned(kept, kept, true));
			this.open.add(key);
			const id = kept.isNumber ? Number(key) : key;
			return [{ ...withMembers({}, [[recordKey, id]]), [changeField]: 'removed' }];
		});
	}

	/** @throws PagingError when so many are gone that something else is the cause */
	private checkRemoved(count: number, before: number): void {
		const { maxRemoved } = this.options;
		if (count <= ALWAYS_REMOVED || count <= (before * maxRemoved) / 100) return;
		throw new PagingError(
			`${count} of ${before} records are gone from the list, more than ${maxRemoved} percent. Nothing was returned or stored.`,
			'Check that the API still returns the whole list. If the records were really removed, raise Max Removed under Options > Changes for one run.',
		);
	}

	private watch(page: Page): void {
		const { total } = page;
		this.isPaged ??= page.resume() !== null;
		if (total === undefined) return;
		this.hasMoved ||= this.isPaged && (this.total ?? total) !== total;
		this.total = total;
	}

	private withWarnings(summary: Summary, ...more: string[]): Summary {
		const { warnings, incomplete } = this.notes;
		return {
			...summary,
			warnings: [...summary.warnings, ...this.warnings, ...warnings, ...incomplete, ...more],
			incomplete: [...summary.incomplete, ...incomplete],
		};
	}
}

/** Why a read ended when it has read everything. */
const AT_THE_END: string[] = ['noDataLeft', 'reachTotalCount', 'noNextToken', 'noNextPage'];

/** Where nothing speaks against it, a server may show its end in these ways, too. */
const MAYBE_AT_THE_END: string[] = ['pathNotFound', 'loopDetected'];

/** @returns whether a read came to the end of the list; it may still be incomplete */
export function isAtTheEnd({ stopReason, incomplete, items }: Omit<Summary, 'resume'>): boolean {
	if (AT_THE_END.includes(stopReason)) return true;
	// A list that is null from its first page on may be out of order.
	return MAYBE_AT_THE_END.includes(stopReason) && incomplete.length === 0 && items > 0;
}
