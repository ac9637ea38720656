import type { OperationTable } from '../../shared/execution/operation';
import { assign } from './assign.operation';

/** Operations by the values of the parameters Resource and Operation. */
export const operations = { scopeAssignment: { assign } } as const satisfies OperationTable;
