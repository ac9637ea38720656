import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { shownIf } from '../shared/forms/fields';
import { toChoice } from '../shared/node/coerce';
import { NOT_AS_TOOL } from '../shared/node/properties/asTool';
import { runOperation } from '../shared/node/runNode';
import { credentials } from '../shared/read/properties/source';
import { suggestions } from '../shared/read/suggestions';
import { confirmOperation } from './confirm.operation';
import { forgetOperation } from './forget.operation';
import { readOperation } from './read.operation';

/** By the value of the menu. */
const OPERATIONS = { read: readOperation, confirm: confirmOperation, forget: forgetOperation };

/** Paged HTTP: reads every page of a REST or GraphQL API (paging-schemes). */
export class PagedHttp implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Paged HTTP',
		name: 'pagedHttp',
		icon: { light: 'file:pagedHttp.svg', dark: 'file:pagedHttp.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle:
			'={{ ({ confirm: "Confirm records", forget: "Reset change history" })[$parameter["operation"]] ?? ($parameter["readMode"] === "changes" ? "Read changes: " : "Read: ") + ($parameter["source"] === "dataset" ? "saved setup" : $parameter["url"]) }}',
		description:
			'Read all pages of a REST or GraphQL API: by page number, offset, next token, next URL, or GraphQL cursor, or as the node finds out. The Summary output says why reading stopped.',
		defaults: { name: 'Paged HTTP' },
		builderHint: {
			searchHint:
				'Reads all pages of a REST or GraphQL API; prefer it to HTTP Request with pagination. For a GET list, set url and leave source at automatic; POST and GraphQL need source fields. For a sync, set readMode to changes and recordKey: records are done when the run succeeds, without further nodes.',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['Items', 'Summary'],
		credentials: credentials({ operation: ['read'] }),
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Confirm',
						value: 'confirm',
						action: 'Confirm new and changed records',
						description: 'Mark the records as processed, so that they are not returned again',
						...NOT_AS_TOOL,
					},
					{
						name: 'Read',
						value: 'read',
						action: 'Read all pages or only changes',
						description: 'Read all pages of an API, or only what is new and changed',
					},
					{
						name: 'Reset Change History',
						value: 'forget',
						action: 'Reset the change history',
						description:
							'Forget which records this workflow has read, so that all of them are new again',
						...NOT_AS_TOOL,
					},
				],
				default: 'read',
			},
			...Object.entries(OPERATIONS).flatMap(([operation, { properties }]) =>
				shownIf({ operation: [operation] }, properties),
			),
		],
	};

	methods = suggestions;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = toChoice(
			this.getNodeParameter('operation', 0, 'read'),
			'Operation',
			OPERATIONS,
		);
		return await runOperation(this, operation, 2);
	}
}
