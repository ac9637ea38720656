import type { UserError } from 'n8n-workflow';

import { userError } from '../n8n/nodeErrors';

/**
 * @param message how much would be done, and what the limit is
 * @param label of the option with the limit
 */
export function overLimit(message: string, label: string): UserError {
	return userError(
		message,
		`Check that the input is complete. A dry run shows what would be changed. To allow it, raise ${label} under Options. Nothing was written.`,
	);
}
