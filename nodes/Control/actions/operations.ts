import type { OperationTable } from '../../shared/execution/operation';
import { getMany } from './getMany.operation';

/** Operations by the values of the parameters Resource and Operation. */
export const operations = { control: { getMany } } as const satisfies OperationTable;
