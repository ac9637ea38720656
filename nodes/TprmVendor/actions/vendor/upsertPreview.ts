import type { IDataObject } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { toPreview } from './dryRun';
import type { Upserted, VendorWriter } from './upsertTypes';

const NOT_SENT = { status: 200, headers: {} };

/** What a service would answer; nothing is sent. */
export const PREVIEW: VendorWriter = {
	create: async ({ body }) => ({ ...NOT_SENT, body }),
	update: async ({ body }, _id, before) => ({ ...NOT_SENT, body: { ...before, ...body } }),
};

/** @returns the output item of a dry run */
export async function describePreview(
	item: InputItem,
	{ action, before, vendor, response }: Upserted,
): Promise<IDataObject> {
	return await toPreview(item, { action, before, after: vendor }, response);
}
