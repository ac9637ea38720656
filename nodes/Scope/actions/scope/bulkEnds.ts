import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../shared/ids';
import type { BulkAnswer } from '../../../shared/service/api/bulkAnswer';
import { errorFinder, errorText } from '../../../shared/service/api/bulkAnswer';

/** What became of one scope of a bulk request; both are missing when the answer shows no scope. */
export interface ScopeEnd {
	/** The scope as it is now. */
	record?: IDataObject;
	error?: UserError;
}

/**
 * Reads what became of each scope of a bulk request (scoped-controls, `PATCH /v1/scopes`, whose answer
 * the specification does not show). A scope that is missing from an answer with errors was not updated;
 * one that is missing among others is not confirmed.
 *
 * @returns a function that finds the end of a scope by its id
 */
export function endOfEach({ records, errors }: BulkAnswer): (scopeId: string) => ScopeEnd {
	const byId = new Map(records.map((record) => [idKey(String(record.id)), record]));
	const showsScopes = records.some(({ id }) => typeof id === 'string' && id !== '');
	const errorAbout = errorFinder(errors);
	return (scopeId) => {
		const record = byId.get(idKey(scopeId));
		const error = errorAbout([scopeId]) ?? (record ? undefined : errors[0]);
		if (error) return { error: notUpdated(scopeId, error) };
		if (record) return { record };
		return showsScopes ? { error: notConfirmed(scopeId) } : {};
	};
}

function notUpdated(scopeId: string, error: IDataObject): UserError {
	const text = errorText(error);
	return new UserError(`The scope ${scopeId} was not updated${text === '' ? '' : `: ${text}`}`, {
		description:
			'Correct what the service reports and run the node again. The other scopes of the request are not affected.',
	});
}

function notConfirmed(scopeId: string): UserError {
	return new UserError(`The service did not confirm the update of the scope ${scopeId}`, {
		description:
			'Check the scope in the service, or run the node again: updating it twice does no harm. The response has other scopes of the request, but not this one.',
	});
}
