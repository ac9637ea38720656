import type { Summary } from '../paging/types';

/** The summary of a run that could not start. */
export const NOTHING_READ: Omit<Summary, 'error'> = {
	pages: 0,
	requests: 0,
	items: 0,
	total: null,
	stopReason: 'error',
	warnings: [],
	notes: [],
	incomplete: [],
	proof: null,
	resume: null,
};
