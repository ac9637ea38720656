import type { OperationTable } from '../../shared/node/operation';
import { getMany } from './control/getMany.operation';

/** Operations by the values of the parameters Resource and Operation. */
export const operations = { control: { getMany } } as const satisfies OperationTable;
