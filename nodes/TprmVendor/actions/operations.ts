import type { OperationTable } from '../../shared/node/operation';
import { archive } from './vendor/archive.operation';
import { create } from './vendor/create.operation';
import { deleteVendor } from './vendor/delete.operation';
import { download } from './document/download.operation';
import { getEvents } from './webhookEvent/getMany.operation';
import { getMany } from './vendor/getMany.operation';
import { replace } from './vendor/replace.operation';
import { update } from './vendor/update.operation';
import { upsert } from './vendor/upsert.operation';

/** Operations by the values of the parameters Resource and Operation. */
export const operations = {
	vendor: { archive, create, delete: deleteVendor, getMany, replace, update, upsert },
	document: { download },
	webhookEvent: { getMany: getEvents },
} as const satisfies OperationTable;
