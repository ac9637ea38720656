import { toRecord } from '../../shared/basics/guards';
import type { OutputRecord } from '../../shared/node/operation';
import type { RunSummary } from '../../shared/read/types';
import { toErrorJson } from '../../shared/service/serviceError';
import { stopText } from './hints';

/**
 * Makes the item of the Summary output:
 *
 *     { "stopMessage": "All 250 records read", "pages": 3, "requests": 3, "items": 250, … }
 *
 * @param isResumed whether the run has continued an earlier one
 */
export function toSummary(summary: RunSummary, isResumed: boolean): OutputRecord {
	const { error, leftAfterError: _, refusesResume: _refuses, ...facts } = summary;
	const json = toRecord({ stopMessage: stopText(summary, isResumed), ...facts });
	if (error) json.error = toErrorJson(error);
	// The second output has one summary per input item.
	return { json, output: 1 };
}
