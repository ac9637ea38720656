import type { IExecuteFunctions } from 'n8n-workflow';

/** Modes of executions in the editor, of which n8n stores no static data. */
const TEST_MODES = ['manual', 'evaluation'];

/** @returns whether n8n keeps nothing of this execution */
export function isTestRun(context: IExecuteFunctions): boolean {
	return TEST_MODES.includes(context.getMode());
}
