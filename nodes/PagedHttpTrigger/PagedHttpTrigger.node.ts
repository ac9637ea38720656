import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { listField, textField } from '../shared/forms/fields';
import { findChangesProperties } from '../shared/read/properties/changes';
import { readOptions } from '../shared/read/properties/readOptions';
import { credentials, manualProperties, sourceProperties } from '../shared/read/properties/source';
import { suggestions } from '../shared/read/suggestions';
import { poll } from './poll';
import { CHANGE_FIELD } from './settings';

const onFirstPoll = listField(
	'On First Poll',
	'onFirstPoll',
	'remember',
	'What to do with the records that exist at the first poll. After a change of URL, Record Key, or Find Changes By, the next poll is the first again.',
	[
		['Remember', 'remember', 'Remember the records that exist, without starting the workflow'],
		['Return All', 'return', 'Start the workflow with all records that exist, as new ones'],
	],
	{ noDataExpression: true },
);

const changeField = textField(
	'Change Field',
	'changeField',
	'Name of the field to add to each record. Its value is created, updated, or removed. With Changed-At Field and no Created-At Path, it is changed.',
	{ default: CHANGE_FIELD },
);

/** Paged HTTP Trigger: starts a workflow when records of a paged API are new, changed or removed. */
export class PagedHttpTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Paged HTTP Trigger',
		name: 'pagedHttpTrigger',
		icon: { light: 'file:pagedHttpTrigger.svg', dark: 'file:pagedHttpTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		polling: true,
		subtitle:
			'={{ $parameter["events"].map((event) => ({ created: "New", updated: "Changed", removed: "Removed" })[event]).join(", ") }}',
		// The panel shows it for Paged HTTP, too, with which it has one entry.
		description:
			'Read all pages of an API, or start the workflow when records of a REST or GraphQL API are new, changed, or removed',
		activationMessage:
			'Existing records do not start the workflow, unless On First Poll is set to Return All.',
		defaults: { name: 'Paged HTTP Trigger' },
		builderHint: {
			searchHint:
				'Set url, recordKey, and events. Needs no Confirm. For a list that takes minutes to read, use a Schedule Trigger and Paged HTTP with readMode changes.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentials(),
		properties: [
			// The panel of n8n has an entry for each.
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				noDataExpression: true,
				required: true,
				options: [
					{
						name: 'New Record',
						value: 'created',
						description: 'A record that was not in the list before',
					},
					{
						name: 'Changed Record',
						value: 'updated',
						description: 'A record whose content has changed',
					},
					{
						name: 'Removed Record',
						value: 'removed',
						description: 'A record that is no longer in the list',
					},
				],
				default: ['created', 'updated'],
				description: 'What starts the workflow',
				hint: 'A test run returns up to 3 records as samples, even if nothing has changed',
			},
			// Paged HTTP has this as a choice; its other parameters are shown accordingly.
			{ displayName: 'Records', name: 'readMode', type: 'hidden', default: 'changes' },
			...sourceProperties,
			...manualProperties,
			...findChangesProperties,
			readOptions([onFirstPoll], { changes: [changeField] }),
		],
	};

	methods = suggestions;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
