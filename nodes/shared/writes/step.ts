import type { IDataObject } from 'n8n-workflow';

import type { FailedResult } from '../node/operation';
import type { ServiceResponse } from '../service/call';
import type { Population } from './brake';
import type { Evidence } from './evidence';
import type { receiptOf } from './receipt';

/** What a run does for one or more input items. */
export interface Step {
	/** Indexes of the input items, counted from 0; empty for a record that no item names. */
	items: number[];
	/** Names of the records that it changes: steps of the same record are taken one after the other. */
	records: string[];
	evidence: Evidence;
	/** Sends the change; nothing to send for a record that is as wanted. */
	send?: () => Promise<Answered>;
	/** Decides again, where an earlier step of the same record may have ended in another way than planned. */
	again?: () => Step;
}

/** What the service has answered to a change. */
export interface Answered {
	/** The record afterwards. */
	record: IDataObject;
	response: ServiceResponse;
	/** What only the answer says about which record it is. */
	identity?: IDataObject;
}

/** What became of a step. */
export interface StepResult {
	items: number[];
	evidence: Evidence;
	/** About the request; none where nothing was sent. */
	receipt?: ReturnType<typeof receiptOf>;
}

/** What a run is going to do, before it does any of it. */
export interface Planned {
	/** In the order of the input; the errors of what cannot be done are among them. */
	steps: Array<Step | FailedResult>;
	/** What there is before, which the brake measures by. */
	population: Population;
	/** Does all steps; by default each by itself. */
	write?: (steps: Step[]) => AsyncIterable<StepResult | FailedResult>;
	/** What the Options of an item ask of its row in the output; as it is by default. */
	show?: (row: IDataObject, item: number | undefined) => IDataObject;
	/** Whether two values of a field are the same to the service. */
	isSame?: (present: unknown, wanted: unknown) => boolean;
}
