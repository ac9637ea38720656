import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { archiveVendor } from '../../../shared/service/api/vendors';
import { toOutputVendor } from '../output';
import { vendorOutputOptions } from '../outputOptions';
import { withDryRun } from './dryRun';
import { vendorLocator } from './vendorLocator';

const properties: INodeProperties[] = [
	vendorLocator('Vendor to archive. All of its data is kept.'),
	optionsCollection(vendorOutputOptions),
];

/** Archives a vendor (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archive: Operation = withDryRun(archivedVendor, {
	properties,
	run: forEachItem(async (item) => {
		const id = item.requiredText('vendorId', 'Vendor');
		return await toOutputVendor(item, await archiveVendor(item.client, id), { id });
	}),
});

function archivedVendor() {
	return (before: IDataObject) =>
		({ action: 'archived', after: { ...before, status: 'archived' } }) as const;
}
