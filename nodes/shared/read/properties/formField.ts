import type { INodeProperties } from 'n8n-workflow';

/** A parameter of the form and the field of the dataset that it fills. */
export interface FormField {
	/** Dotted name, as in messages of the engine. */
	field: string;
	property: INodeProperties;
}

/**
 * The stop conditions of the form. Three of them are not among those of the specification: a dataset
 * has them as a path beside its stop condition.
 */
export const STOPS_OF_OURS = ['moreRecords', 'lastPage', 'totalPages'] as const;

/** Such a stop condition, see {@link STOPS_OF_OURS}. */
export type StopOfOurs = (typeof STOPS_OF_OURS)[number];
