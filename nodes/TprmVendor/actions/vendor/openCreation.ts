import type { IDataObject } from 'n8n-workflow';

/**
 * What to do when it is not known whether Create has created a vendor (third-party-risk, Endpoints:
 * rules 1 and 2).
 *
 * @param options of the item; they decide whether the next run has the same idempotency key
 * @returns advice to follow "The request may have been processed anyway."
 */
export function ifCreationIsOpen({ idempotency, ownIdempotencyKey }: IDataObject): string {
	if (idempotency === 'content') return withSameKey('From Content');
	const hasOwnKey = idempotency === undefined && ownIdempotencyKey !== undefined;
	return idempotency === 'own' || hasOwnKey ? withSameKey('Custom Key') : WITH_NEW_KEY;
}

/** For Create or Update, which searches before it creates, whatever the key. */
export const IF_UPSERT_IS_OPEN =
	'Search for the vendor with Get Many before you run it again: once the search finds it, the next run updates it instead of creating it.';

const WITH_NEW_KEY = [
	'Search for the vendor with Get Many before you create it again: with Idempotency set to Automatic, a new run can create it twice.',
	'For later runs, set Idempotency under Options to From Content. Do not switch now to repeat this run: a new key would create the duplicate.',
].join('\n');

/** @param label of the choice in Idempotency */
function withSameKey(label: string): string {
	return `With Idempotency set to ${label}, you can run it again within 24 hours: the same key returns the vendor if it exists. Later, search for the vendor with Get Many first.`;
}
