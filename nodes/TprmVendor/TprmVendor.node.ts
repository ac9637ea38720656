import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { propertiesOf, subtitleOf } from '../shared/node/resource';
import { runNode } from '../shared/node/runNode';
import { document } from './actions/document/document.resource';
import { getVendorFields } from './actions/vendor/fieldList';
import { vendor } from './actions/vendor/vendor.resource';
import { searchVendorList } from './actions/vendor/vendorList';
import { webhookEvent } from './actions/webhookEvent/webhookEvent.resource';

const RESOURCES = { vendor, document, webhookEvent };

/** TPRM Vendor: vendors, their documents and the event names (third-party-risk). */
export class TprmVendor implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TPRM Vendor',
		name: 'tprmVendor',
		icon: { light: 'file:tprmVendor.svg', dark: 'file:tprmVendor.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(RESOURCES),
		description:
			'Create, list, update, sync, archive, and delete vendors, download documents, and list webhook events',
		defaults: { name: 'TPRM Vendor' },
		builderHint: {
			searchHint:
				'To import vendors without duplicates, use the operation upsert with a matchField that is different for every vendor, first with dryRun true to see what would change. If the table is the whole register, use sync, which can archive the others.',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'grcOAuth2Api', required: true }],
		properties: propertiesOf(RESOURCES),
	};

	methods = {
		listSearch: { searchVendors: searchVendorList },
		resourceMapping: { getVendorFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runNode(this, RESOURCES);
	}
}
