import type { IDataObject } from 'n8n-workflow';

/** The fields of one item. */
export interface VendorFields {
	/** All fields of the item. */
	all: IDataObject;
	/** Sent to the service. */
	body: IDataObject;
}
