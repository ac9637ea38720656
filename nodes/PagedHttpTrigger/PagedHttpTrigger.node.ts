import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/read/properties/form';
import { suggestions } from '../shared/read/suggestions';
import { poll } from './poll';
import { properties } from './properties';

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
			'Start the workflow when records of a REST or GraphQL API are new, changed or removed, or read all of its pages',
		activationMessage:
			'Records that exist now do not start the workflow, unless you have chosen so under Options.',
		defaults: { name: 'Paged HTTP Trigger' },
		builderHint: {
			searchHint:
				'Set url, recordKey, and events. Needs no Confirm. For a list that takes minutes to read, use a Schedule Trigger and Paged HTTP with readMode changes.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentials(),
		properties,
	};

	methods = suggestions;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
