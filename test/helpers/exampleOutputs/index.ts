import { events } from './events';
import type { Expectation, Expectations } from './expectation';
import { organization } from './organization';
import { paging } from './paging';
import { vendors } from './vendors';

export type { Check, Expectation, Json } from './expectation';

/**
 * What every example puts out, by the name of its file. It holds on any n8n, whether the examples run
 * by hand in the order of their names on one service, each on one of its own, or by events at any time.
 */
export const exampleOutputs: Expectations = { ...events, ...organization, ...paging, ...vendors };

/** @throws Error where nothing is expected of an example */
export function outputOf(file: string): Expectation {
	const expectation = exampleOutputs[file];
	if (!expectation) throw new Error(`Nothing is expected of examples/${file}: add it to the table`);
	return expectation;
}
