import type { UserError } from 'n8n-workflow';

import { userError } from '../../shared/n8n/nodeErrors';

/**
 * @param reader name of the node whose records are marked when the run succeeds
 * @returns the error for a Confirm node behind it
 */
export function needsNoConfirm(reader: string): UserError {
	return userError(
		`Nothing is to be confirmed: "${reader}" marks its records when the run succeeds`,
		`Delete the node with the operation Confirm. Or, to keep the progress of a run that stops, set Mark as Processed in "${reader}" to When Confirmed.`,
	);
}
