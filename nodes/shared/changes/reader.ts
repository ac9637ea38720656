import { ChangedAtRules } from './changedAt';
import { ContentRules } from './content';
import { asFound } from './missing';
import type { Motion } from './motion';
import { isAtTheEnd, motionOf } from './motion';
import { readRecords, removedRecord, withChange } from './record';
import { sizeOf } from './state';
import type {
	ChangeCounts,
	ChangeOptions,
	ChangeReader,
	Page,
	Pages,
	ReadRecord,
	ReadState,
	Rules,
	Summary,
} from './types';

const MOVED = 'The list changed while it was read, so records may have been skipped.';

/**
 * @param state what was kept of the runs before
 * @returns a reader for one run
 */
export function createChangeReader(state: ReadState, options: ChangeOptions): ChangeReader {
	const rules =
		options.by === 'content' ? new ContentRules(options) : new ChangedAtRules(options, state);
	return new RuledReader(state, options, rules);
}

class RuledReader implements ChangeReader {
	readonly counts: ChangeCounts = { created: 0, updated: 0, changed: 0, removed: 0, unchanged: 0 };
	private readonly known: Map<string, string>;
	/** What was read since {@link takeFresh}. */
	private fresh: Map<string, string> | undefined;
	private characters = 0;
	private readonly pageOf = new Map<string, number>();
	private total: number | undefined;
	private motion: Motion | undefined;
	private hasMoved = false;
	private hasConcluded = false;

	constructor(
		state: ReadState,
		private readonly options: ChangeOptions,
		private readonly rules: Rules,
	) {
		this.known = new Map(Object.entries(state.known));
		for (const [key, hash] of this.known) this.characters += sizeOf(key, hash);
	}

	state(): ReadState {
		return { ...this.rules.reached, known: Object.fromEntries(this.known) };
	}

	takeFresh(): ReadonlyMap<string, string> | undefined {
		const { fresh } = this;
		this.fresh = this.hasConcluded ? undefined : new Map();
		return fresh;
	}

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
		const records = readRecords(page.items, page.index + 1, this.options.recordKey);
		const items = records.flatMap((record) => this.changeOf(record, page.index));
		this.rules.checkSize?.(this.characters);
		return { ...page, items, resume: () => page.resume() };
	}

	private changeOf(record: ReadRecord, page: number): object[] {
		const { key, hash, json } = record;
		// A record that moves to a later page is one that moves others, too.
		if (this.motion === 'counted') {
			this.hasMoved ||= (this.pageOf.get(key) ?? page) !== page;
			this.pageOf.set(key, page);
		}
		const kept = this.known.get(key);
		const change = this.rules.judge(record, kept === undefined ? undefined : asFound(kept));
		this.counts[change ?? 'unchanged']++;
		this.characters += sizeOf(key, hash) - (kept === undefined ? 0 : sizeOf(key, kept));
		this.known.set(key, hash);
		this.fresh?.set(key, hash);
		if (!change) return [];
		const { changeField } = this.options;
		return [changeField === '' ? json : withChange(record, changeField, change)];
	}

	private removals(): object[] {
		this.hasConcluded = true;
		this.fresh = undefined;
		const removed = this.rules.conclude(this.known, (this.motion ?? 'none') !== 'none');
		this.counts.removed = removed.length;
		const { changeField, recordKey } = this.options;
		if (changeField === '') return [];
		return removed.map((key) => removedRecord(key, recordKey, { [changeField]: 'removed' }));
	}

	private watch(page: Page): void {
		const { total } = page;
		this.motion ??= motionOf(page);
		if (total === undefined) return;
		this.hasMoved ||= this.motion === 'counted' && (this.total ?? total) !== total;
		this.total = total;
	}

	private withWarnings(summary: Summary, ...more: string[]): Summary {
		return { ...summary, warnings: [...summary.warnings, ...this.rules.warnings, ...more] };
	}
}
