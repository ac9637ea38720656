import type { OperationTable } from '../../shared/execution/operation';
import { archive } from './archive.operation';
import { create } from './create.operation';
import { deleteVendor } from './delete.operation';
import { download } from './download.operation';
import { getEvents } from './getEvents.operation';
import { getMany } from './getMany.operation';
import { replace } from './replace.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

/** Operations by the values of the parameters Resource and Operation. */
export const operations = {
	vendor: { archive, create, delete: deleteVendor, getMany, replace, update, upsert },
	document: { download },
	webhookEvent: { getMany: getEvents },
} as const satisfies OperationTable;
