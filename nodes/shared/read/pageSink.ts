import type { Page, Pages } from '../paging/types';

/** What gets the pages of a run. */
export interface PageSink {
	/** Chooses from the records, or adds pages of its own; all pages as they are by default. */
	select?(pages: Pages): Pages;
	/** Takes the records of a page; the next page waits for it. */
	add(page: Page): void | Promise<void>;
}
