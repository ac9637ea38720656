import type { OutputRecord } from '../../shared/node/types';
import type { Page } from '../../shared/paging/types';

/** Where the records of one run go. */
export interface RecordOutput {
	/**
	 * Takes the records of one page. The next page waits for it.
	 *
	 * @throws what keeps the records from being handed on; the run ends with it
	 */
	add(page: Page): void | Promise<void>;
	/** @returns what the Items output shows, once the last page was taken */
	end(): OutputRecord[] | Promise<OutputRecord[]>;
}
