import { UserError } from 'n8n-workflow';

/** @throws UserError that says what to check; nothing can be decided with such a list */
export function unusableList(what: string, check: string): UserError {
	return new UserError(`The service returned a list of ${what} that cannot be used`, {
		description: `${check} Nothing was written.`,
	});
}
