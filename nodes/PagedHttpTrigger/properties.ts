import type { INodeProperties } from 'n8n-workflow';

import { formProperties } from '../PagedHttp/properties/form';
import { limitAndOptions } from '../PagedHttp/properties/options';
import { sourceProperties } from '../PagedHttp/properties/source';
import { changeOptions, changeProperties } from './changeProperties';

/** What starts the workflow; the panel of n8n has an entry for each. */
const events: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	required: true,
	options: [
		{
			name: 'New Record',
			value: 'created',
			description: 'A record that the list did not have before',
		},
		{
			name: 'Changed Record',
			value: 'updated',
			description: 'A record whose content differs from before',
		},
		{
			name: 'Removed Record',
			value: 'removed',
			description: 'A record that the list no longer has',
		},
	],
	default: ['created', 'updated'],
	description: 'What starts the workflow',
};

/** Options of Paged HTTP for one run that is looked at; a poll returns all records or an error. */
const NOT_OF_A_POLL = ['onError', 'resume', 'trace'];

const readOptions = limitAndOptions.find(({ name }) => name === 'options');

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...changeOptions, ...(readOptions?.options ?? [])]
		.filter((option) => 'type' in option && !NOT_OF_A_POLL.includes(option.name))
		.sort((a, b) => (a.name < b.name ? -1 : 1)),
};

/** The form of Paged HTTP, with what starts the workflow before it. */
export const properties: INodeProperties[] = [
	events,
	...sourceProperties,
	...formProperties,
	...changeProperties,
	options,
];
