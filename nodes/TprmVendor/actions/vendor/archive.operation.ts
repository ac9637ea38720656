import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { archiveVendor } from '../../../shared/service/api/thirdPartyRisk';
import { toOutputVendor, vendorOutputOptions } from '../output';
import { withDryRun } from './dryRun';
import { vendorLocator, vendorOf } from './vendorLocator';

const properties: INodeProperties[] = [
	vendorLocator('Vendor to archive. All of its data is kept.'),
	optionsCollection([concurrentRequestsOption, ...vendorOutputOptions]),
];

/** Archives a vendor (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archive: Operation = withDryRun(archivedVendor, {
	properties,
	run: forEachItem(async (item) => {
		const id = vendorOf(item);
		return await toOutputVendor(item, await archiveVendor(item.client, id), { id });
	}, vendorOf),
});

function archivedVendor() {
	return (before: IDataObject) =>
		({ action: 'archived', after: { ...before, status: 'archived' } }) as const;
}
