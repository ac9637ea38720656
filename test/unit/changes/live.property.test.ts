import fc from 'fast-check';

import { sinceOf } from '../../../nodes/shared/changes/moment';
import { ChangeReader } from '../../../nodes/shared/changes/reader';
import {
	begin,
	confirm,
	fromStored,
	NOTHING_KNOWN,
	toStored,
} from '../../../nodes/shared/changes/state';
import type { ChangeOptions, ReadState } from '../../../nodes/shared/changes/types';
import { forEachPage } from '../../../nodes/shared/paging/run/paginate';
import type { Pages, Position, ResumePoint } from '../../../nodes/shared/paging/types';
import { guardAmount } from '../../helpers/amounts';

/**
 * Lists that change while they are read, without a total: by numbers, next URLs, or tokens that are
 * offsets. Pages fail, n8n is killed, the API returns nothing, targets refuse records or write them
 * and fail, and the clocks of writers differ.
 *
 * Excluded, since no reader can know of it:
 * - what two complete reads in a row have skipped, each by another change of the list, or two empty
 *   answers in a row
 * - by a changed-at field, what is written with a clock that is behind by more than the overlap
 * - what a run had written that was killed
 */

const SEEDS = { numRuns: guardAmount(300, 1_000) };
const START = Date.UTC(2026, 0) / 1_000;
const OVERLAP = 10;

interface Row {
	id: string;
	text: number;
	at: number;
}

type Returned = Row & { change: string; changes?: object };

/** A change of the list before a page is read. */
interface Edit {
	beforePage: number;
	kind: 'add' | 'edit' | 'remove' | 'rotate' | 'toFront';
	at: number;
	tick: number;
	/** Seconds that the clock of the writer is behind, or ahead when negative. */
	behind: number;
}

/** What becomes of a run. */
interface Life {
	edits: Edit[];
	end: 'whole' | 'killed' | 'pageFails' | 'empty';
	/** Which of the records do not reach Confirm, as bits. */
	refused: number;
	/** Which of those were written nevertheless. */
	written: number;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
	fc.record({
		beforePage: fc.nat(4),
		kind: fc.constantFrom<Edit['kind']>('add', 'add', 'edit', 'remove', 'rotate', 'toFront'),
		at: fc.nat(20),
		tick: fc.nat(30),
		behind: fc.oneof(
			{ weight: 4, arbitrary: fc.nat(OVERLAP) },
			fc.integer({ min: -3 * OVERLAP, max: 3 * OVERLAP }),
		),
	}),
	{ maxLength: 6 },
);
/** How the next page is requested. */
const SCHEMES: Array<(page: number) => Position> = [
	(page) => page,
	(page) => `https://api.example?page=${page}`,
	(page) => Buffer.from(`arrayconnection:${page}`).toString('base64'),
];
const lives = fc.record<Life>({
	edits,
	end: fc.constantFrom('whole', 'whole', 'whole', 'killed', 'pageFails', 'empty'),
	refused: fc.oneof(fc.constant(0), fc.nat(255)),
	written: fc.nat(255),
});
const stories = fc.record({
	runs: fc.array(lives, { minLength: 1, maxLength: 9 }),
	pageSize: fc.constantFrom(1, 2, 3, 20),
	/** Record that no target takes until the list is still. */
	stuck: fc.option(fc.nat(3)),
	scheme: fc.constantFrom(...SCHEMES),
});
type Story = typeof stories extends fc.Arbitrary<infer T> ? T : never;
const CALM: Life = { edits: [], end: 'whole', refused: 0, written: 0 };

class LiveList {
	rows: Row[] = [];
	/** Written with a clock that is too far behind. */
	readonly late = new Set<string>();
	private next = 0;
	now = START;
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
		this.latest = Math.max(this.latest, Math.min(at, this.now));
		return { id, text: this.next++, at };
	}
}

/** As n8n stores it. */
function stored(state: ReadState): ReadState {
	return fromStored(JSON.parse(JSON.stringify(toStored(state)))) ?? NOTHING_KNOWN;
}

/** Reads a list page by page while it changes. */
class LiveReader {
	state: ReadState = NOTHING_KNOWN;
	/** What a target has. */
	readonly target = new Map<string, number>();
	/** What has reached Confirm: a version, or that it was removed. */
	readonly done = new Map<string, number | 'removed'>();
	/** How many complete reads in a row have not had a record as it is, that of a killed run included. */
	missed = new Map<string, number>();
	/** The same, of the runs whose state was stored. */
	private counted = new Map<string, number>();
	/** Skipped twice in a row at any time. */
	readonly excluded = new Set<string>();
	private wasEmpty = false;
	private noise = 0;

	constructor(
		private readonly list: LiveList,
		private readonly options: ChangeOptions,
		private readonly story: Story,
	) {}

	/** @returns what the run has returned */
	async run(life: Life): Promise<Returned[]> {
		const state = begin(this.state);
		const reader = new ChangeReader(state, { ...this.options, now: () => this.list.now });
		const returned: Returned[] = [];
		const read = new Set<string>();
		const since = state.cursor === undefined ? -Infinity : Number(sinceOf(state.cursor, OVERLAP));
		const pages = reader.pages(this.pages(life, since, read));
		const summary = await forEachPage(pages, ({ items }) => {
			returned.push(...(items as Returned[]));
		}).catch(isTwoVersions);
		if (!summary) return [];
		const { warnings, stopReason } = summary;
		const isCounted = warnings.length === 0 && stopReason === 'noDataLeft';
		this.missed = new Map(this.counted);
		if (isCounted && (read.size > 0 || this.wasEmpty)) this.noteMissed(read, since);
		if (life.end === 'killed') return returned;
		this.counted = this.missed;
		for (const [id, count] of this.missed) if (count > 1) this.excluded.add(id);
		if (isCounted || read.size > 0) this.wasEmpty = read.size === 0;
		const { known } = reader.state();
		for (const [index, record] of returned.entries()) {
			const isStuck = life !== CALM && record.id === `r${this.story.stuck}`;
			const isRefused = isStuck || (life.refused >> (index % 8)) % 2 === 1;
			if (!isRefused || (life.written >> (index % 8)) % 2 === 1) this.write(record);
			if (isRefused) continue;
			confirm(known, record.id);
			this.done.set(record.id, whatOf(record));
		}
		this.state = stored(reader.state());
		return returned;
	}

	private write({ id, text, change }: Returned): void {
		if (change === 'removed') this.target.delete(id);
		else this.target.set(id, text);
	}

	private async *pages({ edits: changes, end }: Life, since: number, read: Set<string>): Pages {
		const { pageSize, scheme } = this.story;
		const counts = { requests: 0, items: 1, total: null, warnings: [], incomplete: [] };
		let index = 0;
		for (; ; index++) {
			for (const edit of changes) if (edit.beforePage === index) this.list.apply(edit);
			if (end === 'pageFails' && index === 1) {
				return { ...counts, pages: index, stopReason: 'error', resume: null };
			}
			const found = this.list.rows.filter(({ at }) => at >= since && end !== 'empty');
			const items = found.slice(index * pageSize, (index + 1) * pageSize);
			for (const { id, text } of items) read.add(`${id} ${text}`);
			const position = scheme(index + 2);
			const isLast =
				items.length === 0 || (position !== index + 2 && (index + 1) * pageSize >= found.length);
			const resume = () => (isLast ? null : pointOf(position));
			// With watched fields, others may differ with each request.
			const more = () =>
				this.options.by === 'content' && this.options.watch[0] ? this.noise++ : 0;
			yield { items: items.map((row) => ({ ...row, noise: more() })), index, resume };
			if (isLast) break;
		}
		return { ...counts, pages: index, stopReason: 'noDataLeft', resume: null };
	}

	private noteMissed(read: Set<string>, since: number): void {
		for (const { id, text, at } of this.list.rows) {
			const isMissed = at >= since && !read.has(`${id} ${text}`);
			// Before an empty answer that counts there was another one.
			const more = read.size === 0 ? 2 : 1;
			this.missed.set(id, isMissed ? (this.counted.get(id) ?? 0) + more : 0);
		}
	}
}

/** A new record that changes and moves during the run cannot be told from two with one key: the run fails. */
function isTwoVersions(error: Error): void {
	if (!error.message.includes(' differ, but both have ')) throw error;
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

function whatOf({ change, text }: Returned): number | 'removed' {
	return change === 'removed' ? 'removed' : text;
}

/** Runs a story, then some more while nothing changes and nothing fails. */
async function tell(
	story: Story,
	options: ChangeOptions,
	check: (
		reader: LiveReader,
		list: LiveList,
		returned: Returned[],
		done: LiveReader['done'],
	) => void,
): Promise<{ reader: LiveReader; list: LiveList }> {
	const list = new LiveList();
	const reader = new LiveReader(list, options, story);
	for (const life of [...story.runs, CALM, CALM, CALM, CALM]) {
		const done = new Map(reader.done);
		const returned = await reader.run(life);
		const repeated = returned.filter((record) => done.get(record.id) === whatOf(record));
		expect(repeated.filter(({ id }) => !reader.excluded.has(id))).toEqual([]);
		check(reader, list, returned, done);
	}
	return { reader, list };
}

const now = ({ rows }: LiveList, left: (row: Row) => boolean = () => true) =>
	new Map(rows.filter(left).map(({ id, text }) => [id, text]));

/** @returns what a record says of its watched field */
function changesSince(confirmed: number | 'removed' | undefined, { change, text }: Returned) {
	if (change !== 'updated') return { text: { current: text } };
	return confirmed === text ? {} : { text: { previous: confirmed, current: text } };
}

it.each([
	{ what: 'as a whole', watch: [] },
	{ what: 'by watched fields', watch: ['text'] },
])(
	'by content, $what: nothing is lost, repeated, or removed while it is there',
	async ({ watch }) => {
		await fc.assert(
			fc.asyncProperty(stories, async (story) => {
				const options: ChangeOptions = { by: 'content', watch, ...shared };
				const { reader, list } = await tell(story, options, (at, { rows }, returned, done) => {
					const live = returned.filter(
						({ id, change }) => change === 'removed' && rows.some((row) => row.id === id),
					);
					expect(live.filter(({ id }) => (at.missed.get(id) ?? 0) < 2)).toEqual([]);
					for (const record of returned) {
						if (watch.length === 0 || record.change === 'removed') continue;
						expect(record.changes).toEqual(changesSince(done.get(record.id), record));
					}
				});
				expect(reader.target).toEqual(now(list));
			}),
			SEEDS,
		);
	},
);

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
