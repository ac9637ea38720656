import type { OperationTable } from '../../shared/node/operation';
import { assign } from './scopeAssignment/assign.operation';

/** Operations by the values of the parameters Resource and Operation. */
export const operations = { scopeAssignment: { assign } } as const satisfies OperationTable;
