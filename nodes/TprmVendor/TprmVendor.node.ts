import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { runNode } from '../shared/node/runNode';
import { operations } from './actions/operations';
import { searchVendors } from './actions/vendor/vendorLocator';

/** TPRM Vendor: vendors, their documents and the event names (third-party-risk). */
export class TprmVendor implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TPRM Vendor',
		name: 'tprmVendor',
		icon: { light: 'file:tprmVendor.svg', dark: 'file:tprmVendor.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Create, list, change, archive and delete vendors, download documents, list webhook events',
		defaults: { name: 'TPRM Vendor' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'grcOAuth2Api', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Document', value: 'document' },
					{ name: 'Vendor', value: 'vendor' },
					{ name: 'Webhook Event', value: 'webhookEvent' },
				],
				default: 'vendor',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['vendor'] } },
				options: [
					{
						name: 'Archive',
						value: 'archive',
						action: 'Archive a vendor',
						description: 'Archive a vendor and keep all of its data',
					},
					{
						name: 'Create',
						value: 'create',
						action: 'Create a vendor',
						description: 'Create a vendor',
					},
					{
						name: 'Create or Update',
						value: 'upsert',
						action: 'Create or update a vendor',
						description:
							'Create a new record, or update the current one if it already exists (upsert)',
					},
					{
						name: 'Delete',
						value: 'delete',
						action: 'Delete a vendor',
						description: 'Remove a vendor and everything that belongs to it for good',
					},
					{
						name: 'Get Many',
						value: 'getMany',
						action: 'Get many vendors',
						description: 'List vendors, all of them or those that meet a filter',
					},
					{
						name: 'Replace',
						value: 'replace',
						action: 'Replace a vendor',
						description: 'Send a vendor whole: writable fields that are left out are cleared',
					},
					{
						name: 'Update',
						value: 'update',
						action: 'Update a vendor',
						description: 'Change single fields of a vendor',
					},
				],
				default: 'create',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['document'] } },
				options: [
					{
						name: 'Download',
						value: 'download',
						action: 'Download a document',
						description: 'Download a document as a file of any size',
					},
				],
				default: 'download',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['webhookEvent'] } },
				options: [
					{
						name: 'Get Many',
						value: 'getMany',
						action: 'Get many webhook events',
						description: 'List the names of the events that may be subscribed to',
					},
				],
				default: 'getMany',
			},
			...operations.vendor.archive.properties,
			...operations.vendor.create.properties,
			...operations.vendor.delete.properties,
			...operations.vendor.getMany.properties,
			...operations.vendor.replace.properties,
			...operations.vendor.update.properties,
			...operations.vendor.upsert.properties,
			...operations.document.download.properties,
			...operations.webhookEvent.getMany.properties,
		],
	};

	methods = { listSearch: { searchVendors } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runNode(this, operations);
	}
}
