import { UserError } from 'n8n-workflow';

import { ServiceError } from '../service/serviceError';

/**
 * @returns whether a list cannot be read at all: the service refuses it, or it is not complete. A connection that
 *   failed says nothing of the kind: what is not known then would be read the next time
 */
export function isUnreadable(error: unknown): boolean {
	return error instanceof UserError || (error instanceof ServiceError && error.isRefusal);
}
