import fc from 'fast-check';

import type { ChangeOptions } from '../../../nodes/shared/changes/changeOptions';
import { sinceOf } from '../../../nodes/shared/changes/moment';
import { ChangeReader } from '../../../nodes/shared/changes/reader';
import { begin, NOTHING_KNOWN, type ReadState } from '../../../nodes/shared/changes/state';
import { fromStored, toStored } from '../../../nodes/shared/changes/storedState';
import { forEachPage } from '../../../nodes/shared/paging/run/paginate';
import type { Pages, ResumePoint, StopReason } from '../../../nodes/shared/paging/types';
import { amount } from '../../helpers/amounts';

/** More than the thousand that are asked for. */
const SEEDS = { numRuns: amount(200, 1_500) };

/** Later than all that is written. */
const NOW = Date.UTC(2030, 0) / 1_000;

/** A record of the list, as the API returns it. */
interface Row {
	id: string;
	text: string;
	changedAt?: string | number;
	createdAt?: string | number;
}

/** A record as it was returned. */
type Returned = Row & { change: string };

/** What becomes of a run, besides how it reads. */
type Fate = 'confirmed' | 'notConfirmed' | 'killed';

/** How a run reads its pages. */
interface Reading {
	pageSize: number;
	/** Page at which reading stops with an error; the pages before it are kept. */
	stopsAt: number;
	isIncomplete: boolean;
	/** Whether a page repeats the last record of the page before. */
	repeats: boolean;
}

const fates = fc.constantFrom<Fate>('confirmed', 'confirmed', 'notConfirmed', 'killed');
const readings: fc.Arbitrary<Reading> = fc.record({
	pageSize: fc.integer({ min: 1, max: 4 }),
	stopsAt: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(Infinity) },
		fc.integer({ min: 0, max: 3 }),
	),
	isIncomplete: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(false) },
		{ weight: 1, arbitrary: fc.constant(true) },
	),
	repeats: fc.boolean(),
});
const EDITS = ['add', 'edit', 'remove', 'restore', 'rotate'] as const;
const edits = fc.array(
	fc.record({
		kind: fc.constantFrom(...EDITS),
		at: fc.nat(20),
		tick: fc.nat(3),
		back: fc.nat(9),
	}),
	{ maxLength: 6 },
);
const stories = fc.array(fc.record({ edits, reading: readings, fate: fates }), {
	minLength: 1,
	maxLength: 8,
});

async function* paged(rows: readonly Row[], reading: Reading): Pages {
	const { pageSize, stopsAt, isIncomplete, repeats } = reading;
	let items = 0;
	let index = 0;
	let stopReason: StopReason = 'noDataLeft';
	for (; index * pageSize < rows.length; index++) {
		if (index >= stopsAt) {
			stopReason = 'error';
			break;
		}
		const start = index * pageSize;
		const page = rows.slice(Math.max(0, start - (repeats ? 1 : 0)), start + pageSize);
		items += page.length;
		const counts = { version: 1, skip: 0, pages: 0, items: 0 } as const;
		const point: ResumePoint = { ...counts, dataset: '', position: `after ${index}` };
		const isLast = (index + 1) * pageSize >= rows.length;
		yield { items: page.map((row) => ({ ...row })), index, resume: () => (isLast ? null : point) };
	}
	const incomplete = isIncomplete ? ['Fewer records than the API reported.'] : [];
	const summary = { pages: index, requests: index, items, total: null, proof: null, resume: null };
	return { ...summary, stopReason, warnings: incomplete, notes: [], incomplete };
}

async function run(state: ReadState, options: ChangeOptions, pages: Pages) {
	const reader = new ChangeReader(begin(state), options);
	const returned: Returned[] = [];
	const { stopReason, incomplete } = await forEachPage(reader.pages(pages), ({ items }) => {
		returned.push(...(items as Returned[]));
	});
	const isComplete = stopReason === 'noDataLeft' && incomplete.length === 0;
	return { returned, reader, isComplete };
}

/** @returns what is kept for the next run */
function keep(state: ReadState, reader: ChangeReader, fate: Fate): ReadState {
	if (fate === 'killed') return state;
	if (fate === 'confirmed') reader.confirm();
	// As n8n stores it.
	return fromStored(JSON.parse(JSON.stringify(toStored(reader.state())))) ?? NOTHING_KNOWN;
}

/** A list that people work on, with a clock that is not exact. */
class Source {
	rows: Row[] = [];
	private readonly gone: Row[] = [];
	private next = 0;
	private now = 1_000;

	constructor(private readonly write?: (seconds: number) => string | number) {}

	apply({ kind, at, tick, back }: { kind: string; at: number; tick: number; back: number }): void {
		this.now += tick;
		const seconds = this.now - back;
		const index = this.rows.length === 0 ? -1 : at % this.rows.length;
		const row = this.rows[index];
		if (kind === 'add') this.rows.splice(at % (this.rows.length + 1), 0, this.add(seconds));
		else if (kind === 'restore' && this.gone.length > 0 && !this.write) {
			this.rows.push(...this.gone.splice(0, 1));
		} else if (kind === 'rotate') this.rows.push(...this.rows.splice(0, at));
		else if (row && kind === 'edit') this.rows[index] = this.edited(row, seconds, at);
		// A list that becomes empty has to be empty twice, which has a test of its own.
		else if (this.rows.length > 1 && kind === 'remove') {
			this.gone.push(...this.rows.splice(index, 1));
		}
	}

	private add(seconds: number): Row {
		const id = `r${this.next++}`;
		const at = this.write?.(seconds);
		return { id, text: 'new', ...(at !== undefined && { changedAt: at, createdAt: at }) };
	}

	/** Without a clock, a text may also become what it was before. */
	private edited(row: Row, seconds: number, at: number): Row {
		if (!this.write) return { ...row, text: at % 3 === 0 ? 'new' : `text ${at % 3}` };
		return { ...row, text: `${row.text}.`, changedAt: this.write(seconds) };
	}
}

const content: ChangeOptions = {
	by: 'content',
	watch: [],
	ignore: [],
	recordKey: 'id',
	changeField: 'change',
	maxCharacters: Infinity,
	maxRemoved: 100,
	emptyList: 'remove',
	returnsRemoved: true,
	now: () => NOW,
};

/** What a consumer has after it did what it was asked to. */
function consume(target: Map<string, string>, returned: readonly Returned[]): void {
	for (const { id, text, change } of returned) {
		if (change === 'removed') target.delete(id);
		else target.set(id, text);
	}
}

describe('by content', () => {
	/** Knows the texts that were confirmed, where the reader has hashes. */
	class Oracle {
		private confirmed = new Map<string, string>();
		/** Returned, and not confirmed. */
		private open = new Set<string>();
		/** Not in the last complete run. */
		private missed = new Set<string>();

		/** @returns what a run has to return, by id */
		expect(read: readonly Row[], isComplete: boolean, isPaged: boolean): Map<string, string> {
			const changes = new Map<string, string>();
			for (const { id, text } of read) {
				if (!this.confirmed.has(id)) changes.set(id, 'created');
				else if (this.confirmed.get(id) !== text || this.open.has(id)) changes.set(id, 'updated');
			}
			const left = [...this.confirmed.keys(), ...this.open].filter(
				(id) => !read.some((row) => row.id === id),
			);
			if (isComplete) {
				for (const id of left) if (!isPaged || this.missed.has(id)) changes.set(id, 'removed');
			}
			this.left = new Set(isComplete ? left : left.filter((id) => this.missed.has(id)));
			return changes;
		}

		private left = new Set<string>();

		note(returned: readonly Returned[], fate: Fate): void {
			if (fate === 'killed') return;
			this.missed = this.left;
			for (const { id, text, change } of returned) {
				if (fate === 'notConfirmed') {
					this.open.add(id);
					continue;
				}
				this.open.delete(id);
				if (change === 'removed') this.confirmed.delete(id);
				else this.confirmed.set(id, text);
			}
		}
	}

	it('returns what the oracle returns, over random lists and runs', async () => {
		await fc.assert(
			fc.asyncProperty(stories, async (story) => {
				const source = new Source();
				const oracle = new Oracle();
				let state = NOTHING_KNOWN;
				for (const { edits: changes, reading, fate } of story) {
					for (const edit of changes) source.apply(edit);
					const read = source.rows.slice(0, reading.pageSize * reading.stopsAt || 0);
					const rows = reading.stopsAt === Infinity ? source.rows : read;
					const { returned, reader, isComplete } = await run(
						state,
						content,
						paged(source.rows, reading),
					);
					const isPaged = source.rows.length > reading.pageSize;
					// What is on two pages shows that records have moved.
					const concludes = isComplete && !(isPaged && reading.repeats);
					const expected = oracle.expect(rows, concludes, isPaged);
					expect(new Map(returned.map(({ id, change }) => [id, change]))).toEqual(expected);
					expect(returned).toHaveLength(expected.size);
					oracle.note(returned, fate);
					state = keep(state, reader, fate);
				}
			}),
			SEEDS,
		);
	});

	it('leaves a consumer with the list, also one that did only a part of an unconfirmed run', async () => {
		await fc.assert(
			fc.asyncProperty(stories, fc.nat(5), async (story, part) => {
				const source = new Source();
				const target = new Map<string, string>();
				let state = NOTHING_KNOWN;
				const all = { pageSize: 3, stopsAt: Infinity, isIncomplete: false, repeats: false };
				const last = { edits: [], reading: all, fate: 'confirmed' as const };
				for (const { edits: changes, reading, fate } of [...story, last, last]) {
					for (const edit of changes) source.apply(edit);
					const { returned, reader } = await run(state, content, paged(source.rows, reading));
					// Nothing that a killed run returns is known afterwards, so here it has no effect either.
					const done = { confirmed: returned.length, notConfirmed: part, killed: 0 }[fate];
					consume(target, returned.slice(0, done));
					state = keep(state, reader, fate);
				}
				const wanted = new Map(source.rows.map(({ id, text }) => [id, text]));
				expect(target).toEqual(wanted);
			}),
			SEEDS,
		);
	});

	it('reports no removed record after a list that moved while it was read by number', async () => {
		await fc.assert(
			fc.asyncProperty(stories, async (story) => {
				const source = new Source();
				let state = NOTHING_KNOWN;
				for (const { edits: changes, reading } of story) {
					for (const edit of changes) source.apply(edit);
					const { returned, reader } = await run(
						state,
						content,
						paged(source.rows, { ...reading, repeats: true }),
					);
					const hasMoved = source.rows.length > reading.pageSize && reading.stopsAt > 1;
					if (hasMoved) expect(returned.filter(({ change }) => change === 'removed')).toEqual([]);
					state = keep(state, reader, 'confirmed');
				}
			}),
			SEEDS,
		);
	});
});

describe('by a changed-at field', () => {
	const OVERLAP = 10;
	const START = Date.UTC(2026, 1, 27, 23, 59) / 1_000;
	const iso = (seconds: number) => new Date((START + seconds) * 1_000).toISOString();

	/** How APIs write a time, and how they read it again. */
	const FORMATS = {
		'ISO 8601': { write: iso, read: (value: string) => Date.parse(value) / 1_000 },
		'with a zone': {
			write: (seconds: number) => iso(seconds + 7_200).replace('.000Z', '+02:00'),
			read: (value: string) => Date.parse(value) / 1_000,
		},
		'without a zone': {
			write: (seconds: number) => iso(seconds).slice(0, 19).replace('T', ' '),
			read: (value: string) => Date.parse(`${value.replace(' ', 'T')}Z`) / 1_000,
		},
		'a date': {
			write: (seconds: number) => iso(seconds).slice(0, 10),
			read: (value: string) => Date.parse(value) / 1_000,
		},
		seconds: { write: (seconds: number) => START + seconds, read: Number },
		milliseconds: {
			write: (seconds: number) => (START + seconds) * 1_000,
			read: (value: string) => Number(value) / 1_000,
		},
	};
	type Format = (typeof FORMATS)[keyof typeof FORMATS];
	const formats = fc.constantFrom<Format>(...Object.values(FORMATS));

	const options: ChangeOptions = {
		by: 'changedAt',
		recordKey: 'id',
		changeField: 'change',
		changedAtPath: 'changedAt',
		createdAtPath: 'createdAt',
		overlap: OVERLAP,
		now: () => NOW,
		maxRemoved: 100,
		emptyList: 'remove',
		returnsRemoved: true,
		maxCharacters: Infinity,
	};

	/** What the API returns for a state: sorted by time or not, as the filter says. */
	function filtered(rows: readonly Row[], { cursor }: ReadState, { read }: Format): Row[] {
		if (cursor === undefined) return [...rows];
		const since = read(String(sinceOf(cursor, OVERLAP)));
		return rows.filter(({ changedAt }) => read(String(changedAt)) >= since);
	}

	/** Changed before they were created, by clocks that differ: for a later change they may look new. */
	function oddOnes(rows: readonly Row[], { read }: Format): string[] {
		const time = (value: unknown) => read(String(value));
		return rows.filter((row) => time(row.changedAt) < time(row.createdAt)).map(({ id }) => id);
	}

	it('loses nothing, and repeats only what was not confirmed', async () => {
		await fc.assert(
			fc.asyncProperty(stories, formats, async (story, format) => {
				const source = new Source(format.write);
				const done = new Map<string, string>();
				const odd = new Set<string>();
				let state = NOTHING_KNOWN;
				const all = { pageSize: 3, stopsAt: Infinity, isIncomplete: false, repeats: false };
				const last = { edits: [], reading: all, fate: 'confirmed' as const };
				for (const { edits: changes, reading, fate } of [...story, last]) {
					for (const edit of changes) source.apply(edit);
					const rows = filtered(source.rows, state, format);
					const { returned, reader } = await run(state, options, paged(rows, reading));
					expect(returned.filter(({ id, text }) => done.get(id) === text)).toEqual([]);
					expect(new Set(returned.map(({ id }) => id)).size).toBe(returned.length);
					for (const { id, change } of returned) {
						if (done.has(id) && !odd.has(id)) expect(change).toBe('updated');
					}
					for (const id of oddOnes(source.rows, format)) odd.add(id);
					if (fate === 'confirmed') consume(done, returned);
					state = keep(state, reader, fate);
				}
				for (const { id, text } of source.rows) expect([id, done.get(id)]).toEqual([id, text]);
			}),
			SEEDS,
		);
	});

	it('says created for a record that was never confirmed, where createdAt says so', async () => {
		await fc.assert(
			fc.asyncProperty(stories, formats, async (story, format) => {
				const source = new Source(format.write);
				const done = new Set<string>();
				const odd = new Set<string>();
				let state = NOTHING_KNOWN;
				for (const { edits: changes, reading } of story) {
					for (const edit of changes) source.apply(edit);
					const rows = filtered(source.rows, state, format);
					const { returned, reader } = await run(state, options, paged(rows, reading));
					for (const { id, change } of returned) {
						if (!odd.has(id)) {
							expect([id, change]).toEqual([id, done.has(id) ? 'updated' : 'created']);
						}
						done.add(id);
					}
					for (const id of oddOnes(source.rows, format)) odd.add(id);
					state = keep(state, reader, 'confirmed');
				}
			}),
			SEEDS,
		);
	});
});
