import type { OperationTable } from '../../shared/node/operation';
import { archive } from './scope/archive.operation';
import { create } from './scope/create.operation';
import { getMany } from './scope/getMany.operation';
import { getTree } from './tree/get.operation';
import { syncTree } from './tree/sync.operation';
import { update } from './scope/update.operation';
import { updateMany } from './scope/updateMany.operation';

/** Operations by the values of the parameters Resource and Operation. */
export const operations = {
	scope: { archive, create, getMany, update, updateMany },
	tree: { get: getTree, sync: syncTree },
} as const satisfies OperationTable;
