import { PagingError } from '../paging/pagingErrors';
import { withMembers } from '../paging/request';
import type { Pages, Summary } from '../paging/types';
import { isAtTheEnd } from './atTheEnd';
import { changedAtRules } from './changedAtRules';
import type { ChangeOptions } from './changeOptions';
import { contentRules } from './contentRules';
import {
	type Change,
	changesOf,
	conflictOf,
	isInexact,
	type ReadRecord,
	readRecords,
	type Seen,
	withFields,
} from './record';
import type { Notes } from './rules';
import { confirm, processed, type ReadState, returned, sizeOf, tooLarge } from './state';

/** How many records of a run have changed, by their change. */
export type ChangeCounts = Record<Change | 'unchanged', number>;

/** So many records may always be removed in one run. */
const ALWAYS_REMOVED = 10;

/** What to say where the history of another list is there, and none of this one. */
export const ANOTHER_LIST =
	'All records count as new: the URL, method, body, Record Key, or Find Changes By has changed, and this list has no history yet.';

const MOVED = 'The list changed while it was read, so records may have been skipped.';

/**
 * Lets only new, changed and removed records of one run through.
 *
 * @param state what was kept of the runs before, see `begin`
 */
export function changeReader({ isEmpty: wasEmpty, ...state }: ReadState, options: ChangeOptions) {
	const { recordKey, changeField, maxRemoved } = options;
	const counts: ChangeCounts = { created: 0, updated: 0, changed: 0, removed: 0, unchanged: 0 };
	const known = new Map(state.known);
	/** Keys of what was returned since `confirm`. */
	const open = new Set<string>();
	/** Size of the state as JSON, about. */
	let characters = 0;
	for (const [key, { values }] of known) characters += sizeOf(key, values);
	/** What this run has read. */
	const seen = new Map<string, Seen>();
	const warnings = options.isAnother ? [ANOTHER_LIST] : [];
	let total: number | undefined;
	/** Whether there is more than one page: what is added or removed during a read may move records to another one. */
	let isPaged: boolean | undefined;
	let hasMoved = false;
	let hasConcluded = false;
	let isEmpty = wasEmpty;
	const notes: Notes = { warnings: [], incomplete: [] };
	const rules =
		options.by === 'content'
			? contentRules(known, seen)
			: changedAtRules(options, state, known, notes);

	/**
	 * @returns whether a record was read before in this run as it is now
	 * @throws PagingError when it cannot be the same record
	 */
	const isSame = (first: Seen, record: ReadRecord): boolean => {
		// A record that moves to a later page is one that moves others, too.
		hasMoved ||= first.place.page !== record.place.page;
		const conflict = conflictOf(first, record, recordKey);
		if (!conflict) return true;
		// Until now, no other record had its key: it was changed between the two pages.
		const isKnown = known.get(record.key)?.isNew === false && !isInexact(record);
		if (!isKnown || first.place.page === record.place.page) throw conflict;
		warnings.push(
			`${conflict.message} If the record was not changed while the list was read, choose another Record Key.`,
		);
		return false;
	};

	/** @throws PagingError also when the state has no room for one more record */
	const changeOf = (record: ReadRecord): object[] => {
		const { key, hash, place, values } = record;
		const first = seen.get(key);
		seen.set(key, { hash, place, values });
		if (first && isSame(first, record)) return [];
		const kept = known.get(key);
		const judged = rules.judge(record, kept);
		// In one run a record is returned once: an item that is confirmed stands for what is kept of it.
		const change = kept?.isReturned ? undefined : judged;
		counts[change ?? 'unchanged']++;
		if (kept?.isReturned) return [];
		if (!kept) {
			const size = characters + sizeOf(key, values);
			const isFull = options.by === 'content' && size > options.maxCharacters;
			if (isFull) throw tooLarge(options.requests);
			characters = size;
		}
		if (!change) {
			// What is not watched may differ in each run, and is not worth writing it.
			known.set(key, processed({ ...record, hash: values && kept ? kept.hash : hash }));
			return [];
		}
		known.set(key, returned(kept, record));
		open.add(key);
		return [
			withFields(record, {
				...(changeField !== '' && { [changeField]: change }),
				...(values && { changes: changesOf(values, kept?.values) }),
			}),
		];
	};

	const removals = (): object[] => {
		isEmpty = true;
		if (seen.size === 0 && !wasEmpty) return [];
		const before = known.size;
		const removed = rules.conclude(isPaged === true);
		const count = removed.length;
		if (count > ALWAYS_REMOVED && count > (before * maxRemoved) / 100) {
			throw new PagingError(
				`${count} of ${before} records are gone from the list, more than ${maxRemoved} percent. They were not returned or stored as removed.`,
				'Check that the API still returns the whole list. If the records were really removed, raise Max Removed under Options > Changes for one run.',
			);
		}
		hasConcluded = true;
		counts.removed = count;
		return removed.flatMap((key) => {
			const kept = known.get(key);
			known.delete(key);
			if (changeField === '' || !kept) return [];
			known.set(key, returned(kept, kept, true));
			open.add(key);
			return [
				{
					...withMembers({}, [[recordKey, kept.isNumber ? Number(key) : key]]),
					[changeField]: 'removed',
				},
			];
		});
	};

	const withWarnings = (summary: Summary, ...more: string[]): Summary => ({
		...summary,
		warnings: [...summary.warnings, ...warnings, ...notes.warnings, ...notes.incomplete, ...more],
		incomplete: [...summary.incomplete, ...notes.incomplete],
	});

	return {
		counts,
		open,
		characters: () => characters,

		/** @returns what is to be kept of what was read until now; not a copy */
		state: (): ReadState => ({
			...rules.reached(),
			isEmpty: seen.size === 0 && isEmpty,
			known,
		}),

		/** Marks everything as processed that was returned until now. */
		confirm(): void {
			for (const key of open) confirm(known, key);
			open.clear();
			if (hasConcluded) rules.settle();
		},

		/**
		 * @param pages what `paginate` returned
		 * @returns the same pages with the records that have changed, then one with those removed
		 * @throws PagingError naming page, record and field when a record cannot be identified
		 */
		async *pages(pages: Pages): Pages {
			const watched = options.by === 'content' ? options.watch : [];
			let index = 0;
			let step = await pages.next();
			for (; !step.done; step = await pages.next()) {
				const page = step.value;
				index = page.index + 1;
				isPaged ??= page.resume() !== null;
				hasMoved ||= isPaged && (total ?? page.total) !== (page.total ?? total);
				total = page.total ?? total;
				const records = readRecords(page.items, index, recordKey, watched);
				yield { ...page, items: records.flatMap(changeOf), resume: () => page.resume() };
			}
			const summary = step.value;
			if (!isAtTheEnd(summary)) return withWarnings(summary);
			if (hasMoved || summary.incomplete.length > 0)
				return withWarnings(summary, (hasMoved ? `${MOVED} ` : '') + rules.notConcluded);
			const items = removals();
			if (items.length > 0) yield { items, index, resume: () => null };
			return withWarnings(summary);
		},
	};
}
