import type { INodeProperties } from 'n8n-workflow';

/** A parameter of the form and the field of the dataset that it fills. */
export interface FormField {
	/** Dotted name, as in messages of the engine. */
	field: string;
	property: INodeProperties;
}
