import { memberOf } from '../../../shared/basics/members';
import { isHost } from '../../../shared/node/cells/hosts';
import { checkIncompleteList } from '../../../shared/node/incompleteList';
import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry } from '../../../shared/node/operation';
import { searchAllVendors } from '../../../shared/service/api/vendors';
import type { Planned } from '../../../shared/writes/step';
import { KnownFields } from './knownFields';
import { refuseMatchField } from './missingMatchField';
import { noteConflictingRows } from './rowConflicts';
import { isSameValue } from './sameValue';
import { writeMatchAsText } from './sentBody';
import { TypedFields } from './typedFields';
import { UpsertPlan } from './upsertPlan';
import type { VendorInput } from './upsertRow';
import { matchText, VendorIndex, vendorKeyOf } from './vendorMatching';
import { showsDates } from './vendorOutput';
import { vendorPopulation } from './vendorPopulation';

/** What the rows of a table do to the vendors that there are. */
interface RowsPlan {
	planned: Planned;
	/** The vendors as they are. */
	vendors: VendorIndex;
	/** The items that create a vendor which is spelled like another one, by its ID. */
	alike: ReadonlyMap<string, number>;
	/** Whether a row names a vendor. */
	isNamed: (id: string) => boolean;
	isSame: (present: unknown, wanted: unknown) => boolean;
}

/**
 * Reads all vendors with one search, and decides what each row does to them.
 *
 * @throws UserError when no vendor has a Match Field; ServiceError when the vendors cannot be read
 */
export async function planRows(
	entries: Array<BatchEntry<VendorInput>>,
	first: InputItem,
): Promise<RowsPlan> {
	const list = await searchAllVendors(first.client, (doubt) => checkIncompleteList(first, doubt));
	const vendors = new VendorIndex(list, await first.client.credential());
	const known = new KnownFields(vendors.records.slice());
	const bodies = entries.map(({ input }) => input.body);
	const typed = new TypedFields(known, bodies, vendors.dates);
	typed.convertAll();
	const matchFields = prepareMatches(entries, vendors);
	noteConflictingRows(first.context, entries, ({ match }) => vendorKeyOf(match));
	const plan = new UpsertPlan(vendors, known, typed, matchFields.length === 1);
	const isSame = (present: unknown, wanted: unknown) => isSameValue(present, wanted, vendors.dates);
	return {
		vendors,
		isSame,
		alike: plan.alike,
		isNamed: (id) => plan.named.has(id),
		planned: {
			steps: entries.map((entry) => plan.step(entry)),
			population: vendorPopulation([...vendors.records]),
			show: showsDates(entries, [...vendors.records], vendors.dates),
			isSame,
		},
	};
}

/**
 * Checks the Match Fields of all rows, and writes their values as the vendors have them.
 *
 * @returns the Match Fields, each once
 * @throws UserError when no vendor has one of them
 */
function prepareMatches(entries: Array<BatchEntry<VendorInput>>, vendors: VendorIndex): string[] {
	const items = new Map(entries.map(({ input }) => [input.match.field, input.item]));
	const fields = [...items.keys()];
	for (const [field, item] of items)
		if (isInNoVendor(field, vendors)) refuseMatchField(item, field, vendors);
	const hosts = fields.filter((field) => isHostField(field, entries, vendors));
	for (const { input } of entries) {
		const { match, body } = input;
		match.isHost = hosts.includes(match.field);
		// A table may have written a number in another way, which has its type by now.
		match.value = matchText(memberOf(body, match.field)) || match.value;
	}
	const texts = fields.filter((field) => isTextInVendors(field, vendors));
	for (const { input } of entries) writeMatchAsText(input.match, input.body, texts);
	return fields;
}

/** Where there are vendors at all; of none, nothing is known. */
function isInNoVendor(field: string, { records }: VendorIndex): boolean {
	return records.length > 0 && records.every((vendor) => memberOf(vendor, field) === undefined);
}

/** Whether all values of a field name hosts: those of the vendors, or where there are none, those of the rows. */
function isHostField(
	field: string,
	entries: Array<BatchEntry<VendorInput>>,
	{ records }: VendorIndex,
): boolean {
	const present = records.map((vendor) => matchText(memberOf(vendor, field))).filter(Boolean);
	const values = present.length > 0 ? present : entries.map(({ input }) => input.match.value);
	return values.every(isHost);
}

function isTextInVendors(field: string, { records }: VendorIndex): boolean {
	return records.some((vendor) => typeof memberOf(vendor, field) === 'string');
}
