import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import type { Population } from '../../../shared/writes/brake';
import { isSameMember } from './scopeEvidence';

/** @returns what a removal of scopes or of their values is measured by */
export function scopePopulation(scopes: readonly IDataObject[]): Population {
	return {
		active: scopes.filter(({ status }) => status !== 'archived').length,
		withValue: (field) =>
			scopes.filter((scope) => !isSameMember(memberOf(scope, field), null)).length,
	};
}
