import type { IDataObject } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { ServiceResponse } from '../../../shared/service/call';

/** How a vendor is recognized: a field and its value as text. */
export interface Match {
	/** Name of the field; dots reach into others (`contact.email`). */
	field: string;
	value: string;
	ignoreCase: boolean;
}

/** What vendors are compared by. */
export type MatchBy = Omit<Match, 'value'>;

/** Vendors by the text of a field. */
export type Index = Map<string, IDataObject[]>;

/** One input item, read and checked. */
export interface VendorInput {
	item: InputItem;
	match: Match;
	/** Sent to the service. */
	body: IDataObject;
	/** Idempotency key, should the vendor be created. */
	key: string;
}

/** What a run does to vendors: to those of the service, or with Dry Run to none. */
export interface VendorWriter {
	create: (input: VendorInput) => Promise<ServiceResponse>;
	/** @param id `''` for a vendor without one */
	update: (input: VendorInput, id: string, before: IDataObject) => Promise<ServiceResponse>;
}

/** What became of one item. */
export interface Upserted {
	action: 'created' | 'updated' | 'unchanged';
	/** The vendor before; `null` if it was created. */
	before: IDataObject | null;
	/** The vendor as the service returns it; what was sent where it returns nothing. */
	vendor: IDataObject;
	response: ServiceResponse;
}
