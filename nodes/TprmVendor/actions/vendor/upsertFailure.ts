import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { vendorId } from '../../../shared/service/api/vendors';
import { ServiceError } from '../../../shared/service/errors';
import type { Match } from './upsertTypes';

/** So many vendors are named in a message; more are only counted. */
const MAX_NAMED = 5;

/** Several vendors match, so that it is not clear which one to update. */
export function ambiguous({ field, value }: Match, vendors: IDataObject[]): UserError {
	const ids = vendors
		.slice(0, MAX_NAMED)
		.map((vendor) =>
			vendor.status === 'archived' ? `${vendorId(vendor)} (archived)` : vendorId(vendor),
		);
	if (vendors.length > MAX_NAMED) ids.push(`and ${vendors.length - MAX_NAMED} more`);
	return new UserError(`${vendors.length} vendors have "${value}" as ${field}`, {
		description: `It is not clear which one is meant: ${ids.join(', ')}. Choose a Match Field that is different for every vendor, or merge these vendors in the service.`,
	});
}

/** A vendor that matches cannot be addressed. */
export function withoutId({ field, value }: Match): UserError {
	return new UserError(`The vendor with "${value}" as ${field} came without an id`, {
		description: 'It cannot be changed without one. Use Get Many to see what the service sends.',
	});
}

/** The service gives ids itself, so that a vendor under a wanted one cannot be created. */
export function unknownId(value: string): UserError {
	return new UserError(`There is no vendor with the id ${value}`, {
		description:
			'New vendors get their id from the service, so none can be created under this one. Choose another Match Field.',
	});
}

/** @param itemIndex the item before, whose creation may have been carried out */
export function unknownOutcome(value: string, itemIndex: number): UserError {
	return new UserError(`Whether item ${itemIndex} has created "${value}" is not known`, {
		description:
			'Creating it for this item as well could create a duplicate. Run the workflow again: the search finds the vendor if it is there.',
	});
}

/** @returns whether the service has said that it did not create anything */
export function isRefusal(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.mayHaveActed) return false;
	const status = error.details.httpStatus;
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
