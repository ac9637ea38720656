import type { OperationTable } from '../../shared/execution/operation';
import { archive } from './archive.operation';
import { create } from './create.operation';
import { getMany } from './getMany.operation';
import { getTree } from './getTree.operation';
import { syncTree } from './syncTree.operation';
import { update } from './update.operation';
import { updateMany } from './updateMany.operation';

/** Operations by the values of the parameters Resource and Operation. */
export const operations = {
	scope: { archive, create, getMany, update, updateMany },
	tree: { get: getTree, sync: syncTree },
} as const satisfies OperationTable;
