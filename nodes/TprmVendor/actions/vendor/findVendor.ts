import type { IDataObject, UserError } from 'n8n-workflow';

import {
	idKey,
	isObject,
	looseFold,
	memberOf,
	nameFold,
	plainBlanks,
	setMember,
	visible,
} from '../../../shared/basics/values';
import { oncePerRun } from '../../../shared/node/operation';
import type { RecordList } from '../../../shared/service/api/answers';
import { searchVendors, vendorId } from '../../../shared/service/api/thirdPartyRisk';
import { type ServiceResponse, userError } from '../../../shared/service/errors';
import { isSameDate, type OrganizationDates } from '../organizationDates';
import { vendorIn } from './vendorFields';

/** What an item does to a vendor, or would do. */
export interface Change<After = IDataObject | null> {
	action: 'created' | 'updated' | 'replaced' | 'archived' | 'deleted' | 'unchanged';
	/** `null` for a vendor that does not exist yet. */
	before: IDataObject | null;
	/** `null` for a vendor that would be deleted. */
	after: After;
	/** For the response details. */
	response: ServiceResponse;
}

/** How a vendor is recognized: a field and its value as text. */
export interface Match {
	field: string;
	value: string;
	ignoreCase: boolean;
	/** Whether values that a person may take for the same match, too. */
	isLoose?: boolean;
}

/** Vendors by the text of a field. */
interface FieldIndex {
	match: Omit<Match, 'value'>;
	vendors: Map<string, IDataObject[]>;
}

/**
 * The vendors of one search, found by the value of a field. The specification shows no endpoint for a
 * single vendor, so that all items of a run share one search (third-party-risk,
 * `POST /tprm-api/vendors/search`).
 *
 * Values are compared as text, whatever its blanks and encoding, with letter case unless the item says
 * otherwise. Archived vendors are found, too: a second vendor beside one would be a duplicate.
 */
export class VendorIndex {
	private readonly byField = new Map<string, FieldIndex>();
	/** Vendors with a change that may or may not have come through. */
	private readonly unconfirmed = new Set<IDataObject>();
	readonly records: IDataObject[];
	/** The answer of the search, for its response details. */
	readonly response: ServiceResponse;

	/** @param dates how those of the vendors are written */
	constructor(
		private readonly list: RecordList,
		readonly dates: OrganizationDates,
	) {
		({ records: this.records, response: this.response } = list);
	}

	/** @returns the vendors that match, in the order of the search */
	find(match: Match): readonly IDataObject[] {
		return this.index(match).vendors.get(matchKey(match)) ?? [];
	}

	/** @throws UserError when the search has no such vendor; the message says if it was incomplete */
	get(id: string): IDataObject {
		const [vendor] = this.find({ field: 'id', value: id, ignoreCase: false });
		if (vendor) return vendor;
		const { doubt } = this.list;
		if (doubt !== undefined) {
			throw userError(
				`The vendor ${id} may be among those that were not returned`,
				`Use the Paged HTTP node to read the others. The service ${doubt}.`,
			);
		}
		throw userError(
			`No vendor found with the ID ${id}`,
			'Check the ID in this item, or select the vendor from the list. Archived vendors can be read, deleted ones cannot.',
		);
	}

	/**
	 * Changes a vendor, unless it has the values already.
	 *
	 * @param known of this index, which is then as the change has left it
	 * @param wanted what all items for the vendor want together: if it has that, an earlier one is not sent again
	 * @throws what `send` throws
	 */
	async change(
		known: IDataObject,
		sent: IDataObject,
		send: () => Promise<ServiceResponse>,
		wanted = sent,
	): Promise<Change<IDataObject>> {
		const before = { ...known };
		const isDone = [sent, wanted].some((fields) => hasFields(before, fields, this.dates));
		if (isDone && !this.unconfirmed.has(known))
			return { action: 'unchanged', before, after: before, response: this.response };
		this.unconfirmed.add(known);
		const response = await send();
		this.unconfirmed.delete(known);
		const after = vendorIn(response, { id: known.id, ...sent });
		Object.assign(known, sent, after);
		return { action: 'updated', before, after, response };
	}

	/** Remembers a vendor that was created, by every field that items match. */
	add(match: Match, vendor: IDataObject): void {
		// The service may have changed the value that was sent.
		this.index(match).vendors.set(matchKey(match), [vendor]);
		this.records.push(vendor);
		for (const known of this.byField.values()) insert(known, vendor);
	}

	private index({ value: _value, ...match }: Match): FieldIndex {
		const name = JSON.stringify(match);
		const known = this.byField.get(name);
		if (known) return known;
		const index: FieldIndex = { match, vendors: new Map() };
		for (const vendor of this.records) insert(index, vendor);
		this.byField.set(name, index);
		return index;
	}
}

/** The vendors of the one search that all items of a run share. */
export const vendorsOf = oncePerRun(
	async ({ client }) => new VendorIndex(await searchVendors(client), await client.credential()),
);

/** @returns a value as it is compared; `''` for what cannot identify a vendor */
export function matchText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? plainBlanks(String(value)) : '';
}

/** @returns the text under which a value is found */
export function matchKey({ field, value, ignoreCase, isLoose = false }: Match): string {
	const name = isLoose ? looseFold(value) : nameFold(ignoreCase)(value);
	return field === 'id' ? idKey(name) : name;
}

function insert({ match, vendors }: FieldIndex, vendor: IDataObject): void {
	const key = matchKey({ ...match, value: matchText(memberOf(vendor, match.field)) });
	const others = vendors.get(key);
	if (key !== '' && !others) vendors.set(key, [vendor]);
	else if (others && !others.includes(vendor)) others.push(vendor);
}

/**
 * @returns whether a vendor has these values, so that writing them would change nothing; a field that
 *   it does not show may have any value
 */
export function hasFields(
	vendor: IDataObject,
	fields: IDataObject,
	dates: OrganizationDates,
): boolean {
	return Object.entries(fields).every(([name, wanted]) => {
		const present = memberOf(vendor, name);
		return wanted === undefined || (present !== undefined && isSame(present, wanted, dates));
	});
}

/** Compares by the type that the service returned: from CSV files and databases, all may be text. */
function isSame(present: unknown, wanted: unknown, dates: OrganizationDates): boolean {
	if (present === wanted || (isEmpty(present) && isEmpty(wanted))) return true;
	if (isObject(present) && isObject(wanted)) {
		const others = new Map(Object.entries(wanted));
		return (
			Array.isArray(present) === Array.isArray(wanted) &&
			Object.keys(present).length === others.size &&
			Object.entries(present).every(([name, value]) => isSame(value, others.get(name), dates))
		);
	}
	if (typeof wanted === 'object') return false;
	const text = String(wanted).normalize('NFC');
	const trimmed = visible(text);
	if (typeof present === 'number') return NUMBER.test(trimmed) && Number(trimmed) === present;
	if (typeof present === 'boolean') return memberOf(FLAGS, trimmed.toLowerCase()) === present;
	if (typeof present !== 'string') return false;
	return [text, trimmed].includes(present.normalize('NFC')) || isSameDate(present, trimmed, dates);
}

/** No more digits than a number keeps. */
export const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/;

export const FLAGS: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };

/** @returns whether a value clears a field */
export function isEmpty(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Max vendors listed in a message; the others are only counted. */
const MAX_NAMED = 5;

/** @returns the error of a match that does not say which vendor to update */
export function ambiguous({ field, value }: Match, vendors: IDataObject[]): UserError {
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

/** What a change of an archived vendor warns of. */
export const ARCHIVED = 'This vendor is archived. Changes to other fields leave it archived.';

/** A new vendor may be one that is there already, which a spreadsheet has spelled in another way. */
export function doubtAbout(
	{ field }: Match,
	{ action, before }: Change,
	similar?: IDataObject,
): string {
	if (action === 'updated' && before?.status === 'archived') return ARCHIVED;
	if (action !== 'created' || !similar) return '';
	return `Differs from "${matchText(memberOf(similar, field))}" only in letter case, spaces, or leading zeros, but counts as another vendor. If it is the same one, correct "${field}".`;
}

/**
 * Sends the value that the search finds, without the blanks that it ignores, or two spellings would become
 * two vendors elsewhere. An ID that is a number in a table may be text in the service.
 */
export function sendAsText({ field, value }: Match, body: IDataObject, texts: string[]): void {
	const isText = typeof memberOf(body, field) === 'string';
	if (isText || (Object.hasOwn(body, field) && texts.includes(field)))
		setMember(body, field, value);
}

/**
 * Whether a service usually sets a field of a vendor itself. The specification names the id and the
 * status, which has calls of its own, and leaves all other fields open.
 */
export function isSetByService(name: string): boolean {
	return (
		name === 'id' || name === 'status' || /^(?:created|updated)(?:_?(?:at|on|by))$/i.test(name)
	);
}
