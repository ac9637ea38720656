import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { vendorId } from '../../../shared/service/api/vendors';
import { ServiceError } from '../../../shared/service/errors';
import type { Match } from './upsertTypes';

/** Max vendors listed in a message; the others are only counted. */
const MAX_NAMED = 5;

/** Several vendors match, so that it is not clear which one to update. */
export function ambiguous({ field, value }: Match, vendors: IDataObject[]): UserError {
	const ids = vendors
		.slice(0, MAX_NAMED)
		.map((vendor) =>
			vendor.status === 'archived' ? `${vendorId(vendor)} (archived)` : vendorId(vendor),
		);
	if (vendors.length > MAX_NAMED) ids.push(`and ${vendors.length - MAX_NAMED} more`);
	return new UserError(`Found ${vendors.length} vendors with "${value}" as ${field}`, {
		description: `Choose a Match Field that is different for every vendor, or merge these vendors in the service: ${ids.join(', ')}.`,
	});
}

/** Without the list of vendors, all of them would be created. */
export function noVendorList(): UserError {
	return new UserError('The service did not return a list of vendors', {
		description:
			'Check the output of Get Many, and Base URL in the credential. Nothing was written, because vendors that exist would be created again.',
	});
}

/** No vendor of the search has the Match Field, as when its name is mistyped. */
export function unknownFieldHint(field: string): NodeExecutionHint {
	return {
		message: `No vendor had the field "${field}" before this run. Check the name of the Match Field: if it is wrong, the next run creates the vendors again.`,
		type: 'warning',
		location: 'outputPane',
	};
}

/** A vendor that matches cannot be addressed. */
export function withoutId({ field, value }: Match): UserError {
	return new UserError(`The vendor with "${value}" as ${field} has no ID`, {
		description:
			'Use Get Many to see what the service returns. A vendor cannot be updated without an ID.',
	});
}

/** An item cannot say which vendor it is. */
export function withoutValue(field: string): UserError {
	return new UserError(`The item has no value for the Match Field ${field}`, {
		description: `Add a value for ${field} to every item, or choose another Match Field.`,
	});
}

/** A vendor would be created that the next run could not find. */
export function excluded(field: string): UserError {
	return new UserError(`The Match Field ${field} is listed under Fields to Exclude`, {
		description: `Remove ${field} from Fields to Exclude. The next run would not find a vendor created without it, and would create it again.`,
	});
}

/** The service assigns ids, so a vendor cannot be created with a given one. */
export function unknownId(value: string): UserError {
	return new UserError(`No vendor found with the ID ${value}`, {
		description:
			'Choose another Match Field. The service assigns the IDs of new vendors, so none can be created with this ID.',
	});
}

/** @param itemIndex the item before, whose vendor may have been created */
export function unknownOutcome(value: string, itemIndex: number): UserError {
	return new UserError(`Item ${itemIndex} may already have created "${value}"`, {
		description:
			'Run the workflow again: it finds the vendor if it was created. This item was skipped to prevent a duplicate.',
	});
}

/** @returns whether the service has said that it did not create anything */
export function isRefusal(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.mayHaveActed) return false;
	const status = error.details.httpStatus;
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
