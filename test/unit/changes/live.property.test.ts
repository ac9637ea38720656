import fc from 'fast-check';

import { sinceOf } from '../../../nodes/shared/changes/moment';
import { ChangeReader } from '../../../nodes/shared/changes/reader';
import { begin, fromStored, NOTHING_KNOWN, toStored } from '../../../nodes/shared/changes/state';
import type { ChangeOptions, ReadState } from '../../../nodes/shared/changes/types';
import { forEachPage } from '../../../nodes/shared/paging/run/paginate';
import type { Pages, Position, ResumePoint } from '../../../nodes/shared/paging/types';
import { amount } from '../../helpers/amounts';

/**
 * Lists that change while they are read by number, without a total.
 *
 * Excluded, since no reader can know of it:
 * - what two complete reads in a row have skipped, each by another change of the list
 * - by a changed-at field, what is written with a clock that is behind by more than the overlap
 */

const SEEDS = { numRuns: amount(200, 1_000) };
const START = Date.UTC(2026, 0) / 1_000;
const OVERLAP = 10;

interface Row {
	id: string;
	text: number;
	at: number;
}

type Returned = Row & { change: string };

/** A change of the list before a page is read. */
interface Edit {
	beforePage: number;
	kind: 'add' | 'edit' | 'remove' | 'rotate' | 'toFront';
	at: number;
	tick: number;
	/** Seconds that the clock of the writer is behind. */
	behind: number;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
	fc.record({
		beforePage: fc.nat(4),
		kind: fc.constantFrom<Edit['kind']>('add', 'add', 'edit', 'remove', 'rotate', 'toFront'),
		at: fc.nat(20),
		tick: fc.nat(9),
		behind: fc.oneof({ weight: 4, arbitrary: fc.nat(OVERLAP) }, fc.nat(3 * OVERLAP)),
	}),
	{ maxLength: 6 },
);
const stories = fc.record({
	runs: fc.array(edits, { minLength: 1, maxLength: 7 }),
	pageSize: fc.integer({ min: 1, max: 3 }),
	isByUrl: fc.boolean(),
});

class LiveList {
	rows: Row[] = [];
	/** Written with a clock that is too far behind. */
	readonly late = new Set<string>();
	private next = 0;
	private now = START;
	private latest = START;

	apply({ kind, at, tick, behind }: Edit): void {
		this.now += tick;
		const index = this.rows.length === 0 ? -1 : at % this.rows.length;
		const row = this.rows[index];
		if (kind === 'add') {
			this.rows.splice(at % (this.rows.length + 1), 0, this.written(`r${this.next++}`, behind));
		} else if (kind === 'rotate') this.rows.push(...this.rows.splice(0, at));
		else if (row && kind === 'toFront') this.rows.unshift(...this.rows.splice(index, 1));
		else if (row && kind === 'edit') this.rows[index] = this.written(row.id, behind);
		else if (row) this.rows.splice(index, 1);
	}

	private written(id: string, behind: number): Row {
		const at = this.now - behind;
		if (at < this.latest - OVERLAP) this.late.add(id);
		else this.late.delete(id);
		this.latest = Math.max(this.latest, at);
		return { id, text: this.next++, at };
	}
}

/** Reads a list page by page while it changes. */
class LiveReader {
	state: ReadState = NOTHING_KNOWN;
	/** What a consumer has. */
	readonly target = new Map<string, number>();
	/** How many complete reads in a row have not had a record as it is. */
	readonly missed = new Map<string, number>();
	/** Skipped twice in a row at any time. */
	readonly excluded = new Set<string>();

	constructor(
		private readonly list: LiveList,
		private readonly options: ChangeOptions,
		private readonly pageSize: number,
		private readonly isByUrl: boolean,
	) {}

	async run(changes: readonly Edit[]): Promise<Returned[]> {
		const reader = new ChangeReader(begin(this.state), this.options);
		const returned: Returned[] = [];
		const read = new Set<string>();
		const pages = reader.pages(this.pages(changes, read));
		const { warnings } = await forEachPage(pages, ({ items }) => {
			returned.push(...(items as Returned[]));
		});
		if (warnings.length === 0) this.noteMissed(read);
		reader.confirm();
		this.state = stored(reader.state());
		return returned;
	}

	consume(returned: readonly Returned[]): void {
		for (const { id, text, change } of returned) {
			if (change === 'removed') this.target.delete(id);
			else this.target.set(id, text);
		}
	}

	private async *pages(changes: readonly Edit[], read: Set<string>): Pages {
		const since = this.since();
		let index = 0;
		for (; ; index++) {
			for (const edit of changes) if (edit.beforePage === index) this.list.apply(edit);
			const found = this.list.rows.filter(({ at }) => at >= since);
			const items = found.slice(index * this.pageSize, (index + 1) * this.pageSize);
			for (const { id, text } of items) read.add(`${id} ${text}`);
			const position = this.isByUrl ? `https://api.example?page=${index + 2}` : index + 2;
			yield { items: items.map((row) => ({ ...row })), index, resume: () => pointOf(position) };
			if (items.length === 0) break;
		}
		const counts = { pages: index, requests: index, items: 1, total: null };
		return { ...counts, stopReason: 'noDataLeft', warnings: [], incomplete: [], resume: null };
	}

	private since(): number {
		const { cursor } = this.state;
		return cursor === undefined ? -Infinity : Number(sinceOf(cursor, OVERLAP));
	}

	private noteMissed(read: Set<string>): void {
		const since = this.since();
		for (const { id, text, at } of this.list.rows) {
			const isMissed = at >= since && !read.has(`${id} ${text}`);
			const count = isMissed ? (this.missed.get(id) ?? 0) + 1 : 0;
			this.missed.set(id, count);
			if (count > 1) this.excluded.add(id);
		}
	}
}

/** As n8n stores it. */
function stored(state: ReadState): ReadState {
	return fromStored(JSON.parse(JSON.stringify(toStored(state)))) ?? NOTHING_KNOWN;
}

function pointOf(position: Position): ResumePoint {
	return { version: 1, dataset: '', position, skip: 0, pages: 0, items: 0 };
}

const shared = {
	recordKey: 'id',
	changeField: 'change',
	maxCharacters: Infinity,
	maxRemoved: 100,
	now: () => START + 10_000,
};

/** Runs a story, then twice more while nothing changes. */
async function tell(
	story: { runs: Edit[][]; pageSize: number; isByUrl: boolean },
	options: ChangeOptions,
	check: (reader: LiveReader, list: LiveList, returned: Returned[]) => void,
): Promise<{ reader: LiveReader; list: LiveList }> {
	const list = new LiveList();
	const reader = new LiveReader(list, options, story.pageSize, story.isByUrl);
	for (const changes of [...story.runs, [], [], []]) {
		const returned = await reader.run(changes);
		const repeated = returned.filter(({ id, text }) => reader.target.get(id) === text);
		expect(repeated.filter(({ id }) => !reader.excluded.has(id))).toEqual([]);
		check(reader, list, returned);
		reader.consume(returned);
	}
	return { reader, list };
}

const now = ({ rows }: LiveList, left: (row: Row) => boolean = () => true) =>
	new Map(rows.filter(left).map(({ id, text }) => [id, text]));

it('by content: nothing is lost, repeated, or removed while it is there', async () => {
	await fc.assert(
		fc.asyncProperty(stories, async (story) => {
			const options: ChangeOptions = { by: 'content', ...shared };
			const { reader, list } = await tell(story, options, (at, { rows }, returned) => {
				const live = returned.filter(
					({ id, change }) => change === 'removed' && rows.some((row) => row.id === id),
				);
				expect(live.filter(({ id }) => (at.missed.get(id) ?? 0) < 2)).toEqual([]);
			});
			expect(reader.target).toEqual(now(list));
		}),
		SEEDS,
	);
});

it('by a changed-at field: nothing is lost or repeated', async () => {
	await fc.assert(
		fc.asyncProperty(stories, async (story) => {
			const options: ChangeOptions = {
				...{ by: 'changedAt', changedAtPath: 'at', createdAtPath: '', overlap: OVERLAP },
				...shared,
			};
			const { reader, list } = await tell(story, options, () => {});
			const isSafe = ({ id }: Row) => !list.late.has(id) && !reader.excluded.has(id);
			for (const [id, text] of now(list, isSafe)) {
				expect([id, reader.target.get(id)]).toEqual([id, text]);
			}
		}),
		SEEDS,
	);
});
