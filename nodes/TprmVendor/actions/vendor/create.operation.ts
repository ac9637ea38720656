import type { IDataObject } from 'n8n-workflow';

import { nameFold } from '../../../shared/basics/nameFolds';
import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry } from '../../../shared/node/operation';
import { concurrentRequestsOption } from '../../../shared/node/properties/requests';
import { describeRows } from '../../../shared/node/rowRanges';
import { createVendor } from '../../../shared/service/api/vendors';
import type { ServiceClient } from '../../../shared/service/client';
import type { Step } from '../../../shared/writes/step';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { idempotencyKeys, settingOf } from './idempotency';
import { isSameValue } from './sameValue';
import { vendorEvidence } from './vendorEvidence';
import { vendorFieldProperties } from './vendorFieldProperties';
import { readVendorFields } from './vendorFields';
import { excludeOption, idempotencyOption, vendorOutputOptions } from './vendorOptions';
import { matchText } from './vendorMatching';
import { outputOptions, showsDates, vendorIn } from './vendorOutput';

/** What an item says about a new vendor. */
interface NewVendor {
	item: InputItem;
	/** Made before anything is sent: limits that cannot be used are known by then. */
	client: ServiceClient;
	body: IDataObject;
	/** `Idempotency-Key` */
	key: string;
}

/** Creates a vendor (third-party-risk, `POST /tprm-api/vendors`). */
export const create = writingOperation<NewVendor>({
	form: vendorFieldProperties(),
	options: [concurrentRequestsOption, excludeOption, idempotencyOption, ...vendorOutputOptions],
	removes: false,
	again: 'created',
	writesTo: 'vendors',
	reader: (context) => {
		const keyOf = idempotencyKeys(context);
		return (item) => {
			outputOptions(item);
			const { body } = readVendorFields(item);
			return { item, client: item.client, body, key: keyOf(item, body) };
		};
	},
	plan: async (entries, { first }) => {
		const dates = await first.client.credential();
		/** The rows that create a vendor, by their keys: as it is planned, and as it was done. */
		const planned = new Map<string, number>();
		const created = new Map<string, number>();
		const alike = rowsAlike(entries);
		const decide = (entry: BatchEntry<NewVendor>, earlier: number | undefined): Step => {
			const { itemIndex, input } = entry;
			const { item, client, body, key } = input;
			// The service answers a key that it knows with the vendor that it has created.
			const isRepeated = earlier !== undefined;
			const evidence = vendorEvidence(
				{
					action: isRepeated ? 'unchanged' : 'created',
					before: null,
					after: body,
					why: isRepeated ? `Already created by ${describeRows([earlier])}` : 'new in the input',
					warnings: isRepeated ? [] : (alike.get(itemIndex) ?? []),
				},
				dates,
			);
			const send = async () => {
				const response = await createVendor(client, body, key, IF_OPEN[settingOf(item)]);
				if (!isRepeated) created.set(key, itemIndex);
				return { record: vendorIn(response, body), response };
			};
			const again = () => decide(entry, created.get(key));
			return { items: [itemIndex], records: [key], evidence, send, again };
		};
		return {
			steps: entries.map((entry) => {
				const { key } = entry.input;
				const step = decide(entry, planned.get(key));
				planned.set(key, planned.get(key) ?? entry.itemIndex);
				return step;
			}),
			population: {},
			show: showsDates(entries, [], dates),
			isSame: (present, wanted) => isSameValue(present, wanted, dates),
		};
	},
});

/** @returns what is doubtful about rows whose vendor has the name of an earlier one, by item */
function rowsAlike(entries: Array<BatchEntry<NewVendor>>): Map<number, string[]> {
	const rows = new Map<string, number>();
	const found = new Map<number, string[]>();
	for (const { itemIndex, input } of entries) {
		const name = nameFold(true)(matchText(input.body.name));
		const earlier = rows.get(name);
		if (name === '') continue;
		if (earlier === undefined) rows.set(name, itemIndex);
		else found.set(itemIndex, [`Has the same name as ${describeRows([earlier])}.`]);
	}
	return found;
}

const withSameKey = (label: string) =>
	`With Idempotency set to ${label}, you can run the node again within 24 hours: the same key returns the vendor if it exists. After 24 hours, search for the vendor with Get Many first.`;

/** What to do when it is not known whether a vendor was created, by Idempotency. */
const IF_OPEN = {
	automatic: [
		'Search for the vendor with Get Many before you create it again: with Idempotency set to Automatic, a new run can create it twice.',
		'For later runs, set Idempotency under Options to From Content. Do not change it before you repeat this run: the new key could create a duplicate.',
	].join('\n'),
	content: withSameKey('From Content'),
	own: withSameKey('Custom Key'),
};
