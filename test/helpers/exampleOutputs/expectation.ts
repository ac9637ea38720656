import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/service';

/** Items of a node's output in the run that is looked at; none where the run did not get to. */
export type Json = (nodeName: string, output?: number) => IDataObject[];

/** Expects, with jest, what a run put out, or left in the service that it ran against. */
export type Check = (json: Json, service: Service) => void;

/** What a user sees who runs an example on the sample data. */
export interface Expectation {
	/** Name of the event that starts it; an example without one is started by hand. */
	event?: string;
	/** The first run; of an event, the event as `service.webhooks.emit(event)` makes it. */
	check: Check;
	/** The next run, where the notes of the example promise something about it. */
	checkAgain?: Check;
	/** The same event with other data. */
	variants?: Array<{ data: IDataObject; check: Check }>;
}

export type Expectations = Record<string, Expectation>;

/** @returns for each item the values of these fields, for comparison with a table */
export function rows(items: IDataObject[], ...fields: string[]): Array<Array<IDataObject[string]>> {
	return items.map((item) => fields.map((field) => item[field]));
}

/** @returns the values of one field */
export function column(items: IDataObject[], field: string): Array<IDataObject[string]> {
	return items.map((item) => item[field]);
}
