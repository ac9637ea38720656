import { ChangedAtRules } from './changedAt';
import { ContentRules } from './content';
import { readRecords, removedRecord } from './record';
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

/** Why a run ended when it has read everything. */
const AT_THE_END: string[] = ['noDataLeft', 'reachTotalCount', 'noNextToken', 'noNextPage'];

const MOVED = 'The list changed while it was read, so records may have been skipped.';

/**
 * @param state what was kept of the runs before
 * @returns a reader for one run
 */
export function createChangeReader(state: ReadState, options: ChangeOptions): ChangeReader {
	const rules =
		options.by === 'content'
			? new ContentRules(options.maxCharacters)
			: new ChangedAtRules(options, state.cursor);
	return new RuledReader(state, options, rules);
}

class RuledReader implements ChangeReader {
	readonly counts: ChangeCounts = { created: 0, updated: 0, changed: 0, removed: 0, unchanged: 0 };
	private readonly known: Map<string, string>;
	private characters = 0;
	private readonly pageOf = new Map<string, number>();
	private total: number | undefined;
	private hasMoved = false;

	constructor(
		state: ReadState,
		private readonly options: ChangeOptions,
		private readonly rules: Rules,
	) {
		this.known = new Map(Object.entries(state.known));
		for (const [key, hash] of this.known) this.characters += sizeOf(key, hash);
	}

	state(): ReadState {
		const { cursor } = this.rules;
		return { ...(cursor !== undefined && { cursor }), known: Object.fromEntries(this.known) };
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
		const { hasMoved } = this;
		if (!AT_THE_END.includes(summary.stopReason)) return summary;
		if (hasMoved || summary.incomplete.length > 0) return this.notConcluded(summary);
		const removed = this.removals();
		if (removed.length > 0) yield { items: removed, index, resume: () => null };
		return summary;
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
		if (this.options.canMove) {
			this.hasMoved ||= (this.pageOf.get(key) ?? page) !== page;
			this.pageOf.set(key, page);
		}
		const known = this.known.get(key);
		const change = this.rules.judge(record, known);
		this.counts[change ?? 'unchanged']++;
		if (!change) return [];
		this.characters += sizeOf(key, hash) - (known === undefined ? 0 : sizeOf(key, known));
		this.known.set(key, hash);
		return [this.mark(json, change)];
	}

	private removals(): object[] {
		const removed = this.rules.conclude(this.known);
		this.counts.removed = removed.length;
		if (this.options.changeField === '') return [];
		return removed.map((key) =>
			removedRecord(key, this.options.recordKey, this.mark({}, 'removed')),
		);
	}

	private mark(json: object, change: string): object {
		const { changeField } = this.options;
		return changeField === '' ? json : { ...json, [changeField]: change };
	}

	private watch({ total }: Page): void {
		if (total === undefined) return;
		this.hasMoved ||= this.options.canMove && (this.total ?? total) !== total;
		this.total = total;
	}

	private notConcluded(summary: Summary): Summary {
		const reason = this.hasMoved ? `${MOVED} ` : '';
		return { ...summary, warnings: [...summary.warnings, reason + this.rules.notConcluded] };
	}
}
