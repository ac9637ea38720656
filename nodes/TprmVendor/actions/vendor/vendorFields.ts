import type { IDataObject } from 'n8n-workflow';
import { deepCopy, UserError } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { canonicalJson, isDataObject } from '../../../shared/json';
import { isSameDate, organizationDates } from '../organizationDates';
import { enteredFields } from './enteredFields';
import type { VendorFields } from './vendorFieldTypes';

/**
 * Reads the vendor fields of an item.
 *
 * @returns copies, with dates as the JSON text that they become
 * @throws UserError naming the field when there is nothing to send or something cannot be read
 */
export function readVendorFields(item: InputItem): VendorFields {
	const from = item.text('fieldsFrom', 'Vendor Fields');
	if (from !== 'input') return enteredFields(item, from);
	const all: IDataObject = deepCopy(readItem(item));
	const body = { ...all };
	const names = item.text('leaveOut', 'Fields to Exclude').split(',');
	for (const name of names) delete body[name.trim()];
	if (Object.values(body).some((value) => value !== undefined)) return { all, body };
	throw new UserError('No fields to send', {
		description:
			'Check the output of the previous node. The input item only has fields that are listed under Fields to Exclude.',
	});
}

function readItem({ json }: InputItem): IDataObject {
	// n8n passes the agent's own item to a tool, with the arguments and the id of the call in it.
	if (typeof json.toolCallId !== 'string') return json;
	throw new UserError('When used as a tool, the node has no vendor in its input item', {
		description:
			'Set Vendor Fields to From JSON or From Fields Below, and let the model define the values.',
	});
}

/** @returns the value of a field, also of one inside others (`contact.email`) */
export function fieldAt(record: IDataObject, path: string): unknown {
	if (Object.hasOwn(record, path)) return record[path];
	return path
		.split('.')
		.reduce<unknown>((value, name) => (isDataObject(value) ? value[name] : undefined), record);
}

/**
 * @returns whether a vendor has these values, so that writing them would change nothing; a field that
 *   it does not show may have any value
 */
export async function hasFields(
	item: InputItem,
	vendor: IDataObject,
	fields: IDataObject,
): Promise<boolean> {
	const others = Object.entries(fields).filter(
		([name, value]) =>
			value !== undefined &&
			(vendor[name] === undefined || canonicalJson(value) !== canonicalJson(vendor[name])),
	);
	const texts = others.flatMap(([name, wanted]) => {
		const present = vendor[name];
		return typeof present === 'string' && typeof wanted === 'string' ? [{ present, wanted }] : [];
	});
	// The service returns a date in the format of the organization, whatever was sent.
	if (texts.length < others.length) return false;
	if (texts.length === 0) return true;
	const dates = organizationDates(await item.client.credential());
	return texts.every(({ present, wanted }) => isSameDate(present, wanted, dates));
}
