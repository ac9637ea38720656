import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import type { Population } from '../../../shared/writes/brake';
import { isSameMember } from './scopeEvidence';

/**
 * @param assignments of the scopes; nothing where they are not known
 * @returns what a removal of scopes, of their values, and of their assignments is measured by
 */
export function scopePopulation(
	scopes: readonly IDataObject[],
	assignments: ReadonlyMap<string, readonly unknown[]> | undefined,
): Population {
	const lists = [...(assignments?.values() ?? [])];
	return {
		...(assignments && { assignments: lists.reduce((sum, { length }) => sum + length, 0) }),
		active: scopes.filter(({ status }) => String(status).toLowerCase() !== 'archived').length,
		withValue: (field) =>
			scopes.filter((scope) => !isSameMember(memberOf(scope, field), null)).length,
	};
}
