import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemChanges, RunChanges } from './changes/runChanges';
import type { FinishedRun } from '../shared/read/hints';
import type { RecordOutput } from './output/types';
import type { PageSender } from '../shared/read/sender';
import type { PageTrace } from './trace';
import type { ReadInput } from '../shared/read/types';

/** What was done for the input items of a run. */
export interface DoneInRun {
	finished: FinishedRun[];
	/** Present when one of them has read New and Changed. */
	changes?: RunChanges;
}

/** The read of one input item, ready to begin. */
export interface ItemRun {
	context: IExecuteFunctions;
	itemIndex: number;
	input: ReadInput;
	changes?: ItemChanges;
	sender: PageSender;
	trace?: PageTrace;
	output: RecordOutput;
}
