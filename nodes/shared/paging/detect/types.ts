import type { Metadata } from '../response/metadata';

/** The first response of an API: where its records are, and what it says beside them. */
export interface FirstPage extends Metadata {
	/** URL of its request, absolute. */
	url: string;
	property: string;
	records: unknown[];
	evidence: string;
}

export type FoundRecords = Pick<FirstPage, 'property' | 'records' | 'evidence'>;
