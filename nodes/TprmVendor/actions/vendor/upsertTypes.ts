import type { IDataObject } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { ServiceResponse } from '../../../shared/service/call';

/** How a vendor is recognized: a field and its value as text. */
export interface Match {
	field: string;
	value: string;
}

/** One input item, read and checked. */
export interface VendorInput {
	item: InputItem;
	match: Match;
	/** Sent to the service. */
	body: IDataObject;
	/** Idempotency key, should the vendor be created. */
	key: string;
}

/** What became of one item. */
export interface Upserted {
	action: 'created' | 'updated';
	response: ServiceResponse;
	/** Stands for an answer without a body. */
	sent: IDataObject;
}
