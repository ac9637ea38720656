import type { Kept } from './state';

/** What is known of records, by their keys; may be changed. */
export type Known = Map<string, Kept>;

/** Sentences for the user. */
export interface Notes {
	warnings: string[];
	/** Which changes may be missing. */
	incomplete: string[];
}
