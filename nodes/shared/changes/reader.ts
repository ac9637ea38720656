import type { Page, Pages, Summary } from '../paging/types';
import { ChangedAtRules } from './changedAt';
import { ContentRules, tooLarge } from './content';
import { readRecords, removedRecord, withChange } from './record';
import { asFound, sizeOf } from './state';
import type { ChangeCounts, ChangeOptions, ReadRecord, ReadState, Rules } from './types';

const MOVED = 'The list changed while it was read, so records may have been skipped.';

/** Lets only new, changed and removed records of one run through. */
export class ChangeReader {
	readonly counts: ChangeCounts = { created: 0, updated: 0, changed: 0, removed: 0, unchanged: 0 };
	private readonly known: Map<string, string>;
	/** What was read since {@link takeFresh}. */
	private fresh: Map<string, string> | undefined;
	/** Size of the state as JSON, about. */
	characters = 0;
	private readonly pageOf = new Map<string, number>();
	private total: number | undefined;
	private motion: Motion | undefined;
	private hasMoved = false;
	private hasConcluded = false;

	private readonly rules: Rules;

	/** @param state what was kept of the runs before */
	constructor(
		state: ReadState,
		private readonly options: ChangeOptions,
	) {
		this.rules = options.by === 'content' ? new ContentRules() : new ChangedAtRules(options, state);
		this.known = new Map(Object.entries(state.known));
		for (const [key, hash] of this.known) this.characters += sizeOf(key, hash);
	}

	/** @returns what is to be kept once every record yielded until now is processed */
	state(): ReadState {
		return { ...this.rules.reached, known: Object.fromEntries(this.known) };
	}

	/**
	 * @returns hashes by key that {@link state} has got since the last call; `undefined` for the first
	 *   call, and when the end of the list has changed others too
	 */
	takeFresh(): ReadonlyMap<string, string> | undefined {
		const { fresh } = this;
		this.fresh = this.hasConcluded ? undefined : new Map();
		return fresh;
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
		const records = readRecords(page.items, page.index + 1, this.options.recordKey);
		const items = records.flatMap((record) => this.changeOf(record, page.index));
		const { by, maxCharacters, requests } = this.options;
		if (by === 'content' && this.characters > maxCharacters) throw tooLarge(requests);
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

/**
 * Whether a record that is added or removed during a read moves others to another page. `counted`:
 * pages are numbers or offsets, so it does; `possible`: pages are URLs, which may contain such
 * numbers.
 */
type Motion = 'none' | 'possible' | 'counted';

/** Why a read ended when it has read everything. */
const AT_THE_END: string[] = ['noDataLeft', 'reachTotalCount', 'noNextToken', 'noNextPage'];

/** Where nothing speaks against it, a server may show its end in these ways, too. */
const MAYBE_AT_THE_END: string[] = ['pathNotFound', 'loopDetected'];

/** @param first the first page of a read; it shows how the next one is requested */
function motionOf(first: Page): Motion {
	const position = first.resume()?.position ?? '';
	if (/^\d+$/.test(String(position))) return 'counted';
	return /^https?:/i.test(String(position)) ? 'possible' : 'none';
}

/** @returns whether a read came to the end of the list; it may still be incomplete */
export function isAtTheEnd({ stopReason, incomplete, items }: Omit<Summary, 'resume'>): boolean {
	if (AT_THE_END.includes(stopReason)) return true;
	// A list that is null from its first page on may be out of order.
	return MAYBE_AT_THE_END.includes(stopReason) && incomplete.length === 0 && items > 0;
}
