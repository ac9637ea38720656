import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { DateTime } from 'luxon';

import { groupsOf, isSimilar, memberOf } from '../../../shared/basics/values';
import { addWarning, whatChanges } from '../../../shared/node/failure';
import type { InputItem } from '../../../shared/node/operation';
import { toBoolean } from '../../../shared/node/parameters';
import { plain } from '../../../shared/paging/response/metadata/facts';
import { searchVendors } from '../../../shared/service/api/thirdPartyRisk';
import { userError } from '../../../shared/service/errors';
import { ServiceClient } from '../../../shared/service/send';
import {
	ARCHIVED,
	type Change,
	FLAGS,
	hasFields,
	isEmpty,
	isSetByService,
	NUMBER,
	type VendorIndex,
} from './findVendor';
import { toOutput } from './vendorFields';

/** @returns a change that is not made, with warnings of what a person should look at */
export async function previewChange(
	fields: KnownFields,
	item: InputItem,
	{ action, before, after, response }: Change,
	doubt = '',
): Promise<IDataObject> {
	const [old, wanted] = [before ?? {}, after ?? {}];
	const dates = await item.client.credential();
	const changed = Object.keys(wanted).filter(
		(name) => !hasFields(old, { [name]: memberOf(wanted, name) }, dates),
	);
	const cleared = changed.filter(
		(name) => memberOf(old, name) !== undefined && isEmpty(memberOf(wanted, name)),
	);
	const warnings = new Set([
		doubt,
		changed.length > 0 && old.status === 'archived' && ARCHIVED,
		cleared.length > 0 && `Clears ${cleared.join(', ')}.`,
		...fields.warnings(wanted, !before),
	]);
	const warning = [...warnings].filter(Boolean).join('\n');
	const why = before ? whatChanges(before, changed) : 'new in the input';
	return await toOutput(
		item,
		{
			action,
			id: old.id ?? null,
			...(why && { why }),
			...(warning && { warning }),
			before,
			// What is the same is shown as it is, such as a date in another format.
			after:
				after &&
				Object.fromEntries(
					Object.entries(after).map(([name, value]) => [
						name,
						changed.includes(name) ? value : memberOf(old, name),
					]),
				),
		},
		response,
	);
}

/**
 * Decides about a Match Field by which no vendor can be found, as when its name is mistyped.
 *
 * @throws UserError unless it is a dry run, which has a hint then, or the item's Options allow it
 */
export function refuseMatchField(
	{ context, options }: InputItem,
	field: string,
	{ records }: VendorIndex,
	isDryRun: boolean,
): void {
	if (toBoolean(options.allowNewMatchField, 'Allow New Match Field')) return;
	const message = `No vendor has the Match Field ${field}`;
	const advice = `Check its spelling. ${new KnownFields(records).suggestion(field)} If it is the name of a column, set Vendor Fields to From Field List. If it is a new field, turn on Allow New Match Field under Options for the first run.`;
	if (isDryRun) return addWarning(context, `${message}. ${advice}`);
	throw userError(
		message,
		`${advice} Nothing was written, because all vendors would be created again.`,
	);
}

/** As services write dates and moments, and nothing else. */
const DATE = /^\d{2,4}-\d\d-\d{2,4}(?:[T ]\d\d:\d\d\S*)?$/;

/** An administrator of the service chooses one. */
const DAYS = ['yyyy-MM-dd', 'dd-MM-yyyy', 'MM-dd-yyyy'];

/** @returns whether a text is a date, with a day that exists */
function isDate(text: string): boolean {
	const [day = ''] = text.split(/[T ]/);
	return DATE.test(text) && DAYS.some((format) => DateTime.fromFormat(day, format).isValid);
}

/** @returns what a value is, as people say it */
function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return 'true or false';
	if (typeof value === 'string')
		return isDate(value) ? 'a valid date (such as 2027-03-31)' : 'text';
	return typeof value === 'number' ? 'a number' : 'an object';
}

/** @returns whether a value can be taken for one of a kind; text from a CSV file may stand for a number */
function isOfKind(value: unknown, kind: string): boolean {
	if (isEmpty(value ?? null) || kindOf(value) === kind) return true;
	const text = String(value).trim();
	if (kind === 'text') return typeof value === 'string';
	if (kind === 'a number') return NUMBER.test(text);
	return kind === 'true or false' && Object.hasOwn(FLAGS, text.toLowerCase());
}

/** A field has a list of values if it has no more than so many, each of them in so many vendors on average. */
const MAX_CHOICES = 8;
const VENDORS_PER_CHOICE = 5;

/** What the vendors of an organization show about the fields that a vendor can have. */
export class KnownFields {
	/** By field: what the values are, which ones there are if they come from a list, and if each has one vendor. */
	private readonly known = new Map<
		string,
		{ kinds: string[]; choices: string[]; unique: string[] }
	>();

	constructor(vendors: readonly IDataObject[]) {
		const entries = vendors.flatMap((vendor) => Object.entries(vendor));
		for (const [field, members] of groupsOf(entries, ([name]) => name)) {
			const values = members.map(([, value]) => value).filter((value) => !isEmpty(value));
			const texts = values.filter((value) => typeof value === 'string');
			const choices = [...new Set(texts)].sort();
			const isList =
				choices.length > 1 &&
				choices.length <= MAX_CHOICES &&
				texts.length >= choices.length * VENDORS_PER_CHOICE;
			const kinds = [...new Set(values.map(kindOf))];
			const unique = choices.length === texts.length ? choices : [];
			this.known.set(field, { kinds, choices: isList ? choices : [], unique });
		}
	}

	/** @returns what looks wrong about the fields of a vendor, or of a new one; only the service knows for certain */
	warnings(vendor: IDataObject, isNew = false): string[] {
		if (this.known.size === 0) return [];
		return Object.entries(vendor).flatMap(([name, value]) => {
			const known = this.known.get(name);
			if (!known)
				return [
					`No vendor has the field "${name}": the service may refuse it, and its values were not checked. ${this.suggestion(name)}`,
				];
			const { kinds, choices, unique } = known;
			if (kinds.length > 0 && !kinds.some((kind) => isOfKind(value, kind))) {
				const split = kinds.includes('a list')
					? ` To make a list of text, use an expression such as {{ $json["${name}"].split(",") }}.`
					: '';
				return `For ${name}, ${typeof value === 'string' ? `"${value}"` : kindOf(value)} looks wrong: other vendors have ${kinds.join(' or ')}.${split}`;
			}
			if (isNew && kindOf(value) === 'text' && unique.includes(String(value)))
				return `There is a vendor with "${value}" as ${name}. If it is the same one, use ${name} as Match Field.`;
			if (choices.length === 0 || typeof value !== 'string' || ['', ...choices].includes(value))
				return [];
			return `No vendor has "${value}" as ${name}, only ${choices.join(', ')}.`;
		});
	}

	/** @returns a sentence with the field that a misspelled one means, or `otherwise` */
	suggestion(misspelled: string, otherwise = 'Get Many shows the fields that there are.'): string {
		const name = plain(misspelled);
		const meant = [...this.known.keys()].find((known) => isSimilar(plain(known), name));
		return meant === undefined ? otherwise : `Did you mean ${meant}?`;
	}
}

/**
 * Fills the list of fields with those that the vendors of the organization have, since the
 * specification does not name them (third-party-risk, `POST /tprm-api/vendors/search`).
 */
export async function getVendorFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const { records: vendors } = await searchVendors(new ServiceClient(this));
	const byName = new Map<string, unknown>();
	for (const [name, value] of vendors.flatMap((vendor: IDataObject) => Object.entries(vendor)))
		byName.set(name, byName.get(name) ?? value);
	// The service assigns IDs, so that they can only be matched.
	if (this.getCurrentNodeParameter('operation') !== 'upsert') byName.delete('id');
	return {
		fields: [...byName].map(([name, value]): ResourceMapperField => {
			const type = memberOf(TYPES, kindOf(value ?? '')) ?? 'string';
			return {
				id: name,
				displayName: name,
				defaultMatch: name === 'name',
				canBeUsedToMatch: ['string', 'number', 'options'].includes(type),
				required: false,
				display: true,
				type,
				// A toggle would be off instead of empty, and so be sent by a user who never touched it.
				...(type === 'options' && {
					options: [
						{ name: 'True', value: true },
						{ name: 'False', value: false },
					],
				}),
				...(name !== 'id' && isSetByService(name) && { removed: true }),
			};
		}),
		...(vendors.length === 0 && {
			emptyFieldsNotice:
				'There are no vendors yet to learn the fields from. Set Vendor Fields to From Fields Below or From JSON.',
		}),
	};
}

/** Dates stay text: n8n would make a datetime of each, also where the service has a day only. */
const TYPES: Record<string, FieldType> = {
	'a list': 'array',
	'a number': 'number',
	'an object': 'object',
	'true or false': 'options',
};
