import { countOf } from '../basics/countOf';
import { excerpt } from '../basics/excerpt';
import { ChangesError } from './changesError';
import type { ListMovement } from './listMovement';
import { areSame, describePlace, isInexact, type ReadRecord, recordValueAt } from './record';
import type { Kept } from './state';

/** What this run has read of a record. */
interface Seen extends Pick<ReadRecord, 'hash' | 'place' | 'values'> {
	/** What was kept of it before this run; `undefined` for one that was never seen. */
	before: Kept | undefined;
}

/** How often this run has read a record: for the first time, again as it was, or again with other content. */
export type Occurrence = 'first' | 'repeated' | 'changed';

/**
 * The records that a run has read, and those of them that came twice.
 *
 * A record that is changed while the list is read may move to a later page, and come again with its
 * new content. Two records that share a key look the same, but they come again in each run: then one
 * of them is as it was before.
 */
export class Repeats {
	private readonly seen = new Map<string, Seen>();
	private firstChanged = '';
	private changed = 0;

	/**
	 * @param path of the key, for messages
	 * @param movement is told of records that came on two pages
	 */
	constructor(
		private readonly path: string,
		private readonly movement: ListMovement,
	) {}

	/** How many records this run has read, each counted once. */
	get size(): number {
		return this.seen.size;
	}

	/** @returns whether this run has read a record with this key */
	has(key: string): boolean {
		return this.seen.has(key);
	}

	/**
	 * Notes a record that was read.
	 *
	 * @param kept what is kept of it, before that is changed by this record
	 * @throws ChangesError when it cannot be the same record as one that was read before
	 */
	add({ ...record }: ReadRecord, kept: Kept | undefined): Occurrence {
		const { key, hash, place, values } = record;
		const first = this.seen.get(key);
		this.seen.set(key, { hash, place, values, before: first ? first.before : kept });
		if (!first) return 'first';
		this.movement.addRepeat(first.place, place);
		// What is not watched may differ with each request.
		const isWatched = first.values && first.place.page !== place.page;
		const differs = isWatched ? !areSame(first.values, values) : first.hash !== hash;
		if (isInexact(record)) throw this.conflict(first, record, differs);
		if (!differs) return 'repeated';
		if (first.place.page === place.page || isSharedKey(first, record))
			throw this.conflict(first, record, differs);
		this.changed++;
		this.firstChanged ||= `${this.places(first, record)} with ${this.value(record)} as their ${this.path}`;
		return 'changed';
	}

	/** What the user has to know of records that came with two contents. */
	get warnings(): string[] {
		if (this.changed === 0) return [];
		return [
			`${this.changed === 1 ? 'One record' : countOf(this.changed, 'record')} came twice, with different content, such as ${this.firstChanged}. If they were changed while the list was read, the next run returns the new content. If they are different records, choose another Record Key.`,
		];
	}

	private places(first: Seen, second: ReadRecord): string {
		return `${describePlace(first.place)} and ${describePlace(second.place).toLowerCase()}`;
	}

	private value({ json }: ReadRecord): string {
		return excerpt(recordValueAt(json, this.path));
	}

	/** @returns why two records cannot have the same key */
	private conflict(first: Seen, second: ReadRecord, differs: boolean): ChangesError {
		return new ChangesError(
			`${this.places(first, second)} ${differs ? 'differ, but ' : ''}both have ${this.value(second)} as their ${this.path}, which is the Record Key.`,
			'Set Record Key to the path of a text or number that no two records share, such as id. Numbers above 9,007,199,254,740,991 lose their last digits: choose a text field, or turn on Large Numbers as Text.',
		);
	}
}

/**
 * @returns whether two records share a key: the run before has read it twice, too, and one of the two is
 *   as it was then. One record that was changed would have its new content now.
 */
function isSharedKey(first: Seen, second: ReadRecord): boolean {
	const { before } = first;
	if (!before?.cameTwice) return false;
	return [first, second].some(({ hash, values }) =>
		values && before.values ? areSame(before.values, values) : hash === before.hash,
	);
}
