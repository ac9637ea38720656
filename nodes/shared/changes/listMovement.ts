import type { Page } from '../paging/types';
import type { RecordPlace } from './record';

/**
 * Notices that a list changed while it was read: what is added or removed then may move records to
 * another page, and one may be skipped.
 */
export class ListMovement {
	/** What the API has said last about the length of the list. */
	private total: number | undefined;
	/** Whether there is more than one page; not known before the first one. */
	private isPaged: boolean | undefined;
	private moved = false;

	/** Whether records may have been skipped. */
	get hasMoved(): boolean {
		return this.moved;
	}

	/** Whether a record can move to a page that was read before. */
	get canSkip(): boolean {
		return this.isPaged === true;
	}

	/** Notes a page, in the order of the list. */
	addPage(page: Page): void {
		this.isPaged ??= page.resume() !== null;
		const { total = page.total } = this;
		this.moved ||= this.isPaged && total !== (page.total ?? total);
		this.total = page.total ?? this.total;
	}

	/** Notes a record that came again: one that moves to a later page is one that moves others, too. */
	addRepeat(first: RecordPlace, again: RecordPlace): void {
		this.moved ||= first.page !== again.page;
	}
}
