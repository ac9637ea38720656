import type { IDataObject, UserError } from 'n8n-workflow';

import { userError } from '../../../shared/n8n/nodeErrors';
import { vendorId } from '../../../shared/service/api/vendors';
import type { Match } from './vendorMatching';

/** Max vendors listed in a message; the others are only counted. */
const MAX_NAMED = 5;

/** @returns the error of a match that does not say which vendor to update */
export function ambiguousMatch({ field, value }: Match, vendors: IDataObject[]): UserError {
	const ids = vendors.map(({ status, ...vendor }) =>
		[vendorId(vendor), ...(status === 'archived' ? ['(archived)'] : [])].join(' '),
	);
	if (ids.length > MAX_NAMED)
		ids.splice(MAX_NAMED, Infinity, `and ${vendors.length - MAX_NAMED} more`);
	return userError(
		`Found ${vendors.length} vendors with "${value}" as ${field}`,
		`Choose a Match Field that is different for every vendor, or merge these vendors in the service: ${ids.join(', ')}.`,
	);
}
