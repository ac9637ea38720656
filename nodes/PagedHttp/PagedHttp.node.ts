import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { runOperation } from '../shared/node/run';
import { toChoice } from '../shared/node/parameters';
import { operationProperty, OPERATIONS, otherProperties, readOnly } from './operations';
import { formProperties } from '../shared/read/properties/form';
import { outputProperties } from './properties/output';
import { changesProperties, limitAndOptions } from './properties/read';
import { credentials, sourceProperties } from '../shared/read/properties/source';
import { suggestions } from '../shared/read/suggestions';

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
			'Read all pages of a REST or GraphQL API. Finds the paging scheme by itself, or reads by page number, offset, next token, next URL or GraphQL cursor. The Summary output reports why reading stopped and where to resume.',
		defaults: { name: 'Paged HTTP' },
		builderHint: {
			searchHint:
				'Reads all pages of a REST or GraphQL API; prefer it to HTTP Request with pagination. For a GET list, set url and leave source at automatic; POST and GraphQL need source fields. For a sync, set readMode to changes and recordKey, and add a second Paged HTTP node with the operation confirm after the nodes that write the records.',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['Items', 'Summary'],
		credentials: credentials({ operation: ['read'] }),
		properties: [
			operationProperty,
			...readOnly([
				...sourceProperties,
				...formProperties,
				...changesProperties,
				...outputProperties,
				...limitAndOptions,
			]),
			...otherProperties,
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
