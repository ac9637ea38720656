import type { IDataObject } from 'n8n-workflow';

import { memberOf, setMember } from '../../../shared/basics/members';
import { nameFold } from '../../../shared/basics/nameFolds';
import { userError } from '../../../shared/n8n/nodeErrors';
import { isIdAsDay } from '../../../shared/node/cells/idAsDay';
import { isBlankCell } from '../../../shared/node/cells/blank';
import type { BatchEntry, FailedResult } from '../../../shared/node/operation';
import { createVendor, updateVendor, vendorId } from '../../../shared/service/api/vendors';
import type { ServiceResponse } from '../../../shared/service/call';
import { ServiceError, toNodeError } from '../../../shared/service/serviceError';
import type { Answered, Step } from '../../../shared/writes/step';
import { ambiguousMatch } from './ambiguousMatch';
import type { KnownFields } from './knownFields';
import { idAsDayWarning, otherIdWarning, sameNameWarning, similarWarning } from './matchWarnings';
import { adviseAboutFields } from './refusedFields';
import { asKept, hasFields } from './sameValue';
import { ARCHIVED_WARNING, statusWarning } from './statusWarnings';
import type { TypedFields } from './typedFields';
import type { VendorInput } from './upsertRow';
import { vendorEvidence } from './vendorEvidence';
import { TakenNames } from './takenNames';
import { type Match, matchText, type VendorIndex, vendorKeyOf } from './vendorMatching';
import { vendorIn } from './vendorOutput';

type Entry = BatchEntry<VendorInput>;

/** Decides what the rows of a run do to the vendors of one search. */
export class UpsertPlan {
	/** The vendors as the rows before leave them, if all goes as planned. */
	private readonly planned: VendorIndex;
	/** Vendors with a change that may or may not have come through. */
	private readonly unconfirmed = new Set<IDataObject>();
	private readonly taken: TakenNames;
	/** IDs of the vendors that rows name. */
	readonly named = new Set<string>();
	/** Indexes of the items that create a vendor which is spelled like another one, by its ID. */
	readonly alike = new Map<string, number>();
	/** Items whose creation may or may not have come through, by what they match. */
	private readonly unsettled = new Map<string, number>();

	/**
	 * @param present the vendors as they are, kept up to date while they are written
	 * @param fields what they show about the fields of one, before any is changed
	 * @param typed what puts columns of lists and objects together
	 * @param hasOneField whether all rows match by the same field: else one vendor may be found by two
	 */
	constructor(
		private readonly present: VendorIndex,
		private readonly fields: KnownFields,
		private readonly typed: TypedFields,
		private readonly hasOneField: boolean,
	) {
		this.planned = present.copy();
		this.taken = new TakenNames(present.records);
	}

	/** @returns what a row is going to do, after the rows before it */
	step(entry: Entry): Step | FailedResult {
		const { input } = entry;
		try {
			const [known] = this.planned.find(input.match);
			for (const fields of [input.body, input.wanted ?? {}]) this.typed.join(fields, known ?? {});
			settleFields(input, known);
			if (known) this.named.add(vendorId(known));
			const step = this.decide(entry, this.planned);
			if (known) Object.assign(known, step.send && asKept(known, input.body));
			else this.planned.add(input.match, { ...input.body });
			return step;
		} catch (error) {
			return { items: [entry.itemIndex], error };
		}
	}

	/**
	 * @throws UserError when it is not clear which vendor is meant
	 */
	private decide(entry: Entry, vendors: VendorIndex): Step {
		const { itemIndex, input } = entry;
		const { match, body } = input;
		const [known, ...others] = vendors.find(match);
		const step = {
			items: [itemIndex],
			records: [this.hasOneField ? nameFold(true)(match.value) : ''],
			again: () => this.decide(entry, this.present),
		};
		if (!known) {
			this.refuseNew(input);
			return { ...step, evidence: this.creation(input, vendors), send: () => this.create(input) };
		}
		if (others.length > 0) throw ambiguousMatch(match, [known, ...others]);
		const { dates } = vendors;
		const isArchived = known.status === 'archived';
		const noted = statusWarning(input.status, known.status);
		const change = { before: known, after: body, fields: this.fields };
		const warnings = [...(isArchived ? [ARCHIVED_WARNING] : []), ...noted];
		const another = this.another(input, known);
		const evidence = vendorEvidence(
			{ ...change, action: 'updated', warnings: [...warnings, ...another] },
			dates,
		);
		const isSame = Object.keys(evidence.changes).length === 0;
		const isDone = isSame || hasFields(known, input.wanted ?? body, dates);
		if (!isDone || this.unconfirmed.has(known))
			return { ...step, evidence, send: () => this.update(input) };
		const asItIs = {
			...{ action: 'unchanged' as const, why: 'already up to date' },
			warnings: [...(isArchived && input.status !== 'archived' ? [STILL_ARCHIVED] : []), ...noted],
		};
		if (isSame) return { ...step, evidence: { ...evidence, ...asItIs } };
		const unsent = { before: known, after: known, sent: {} };
		return { ...step, evidence: vendorEvidence({ ...unsent, ...asItIs }, dates) };
	}

	private creation(input: VendorInput, vendors: VendorIndex) {
		const { match, body, status } = input;
		const warnings = [
			...this.likeness(input, vendors),
			...(isIdAsDay(match.value) ? [idAsDayWarning(match)] : []),
			...statusWarning(status, undefined),
			...this.fields.warnings(body, true),
		];
		return vendorEvidence(
			{ action: 'created', before: null, after: body, why: 'new in the input', warnings },
			vendors.dates,
		);
	}

	/** A vendor that is there may be the one that is to be created. */
	private likeness({ match, body, item }: VendorInput, vendors: VendorIndex): string[] {
		const [similar] = vendors.find({ ...match, isLoose: true });
		const value = matchText(body.name);
		const hasName = match.field !== 'name' && value !== '';
		const byName: Match = { field: 'name', value, ignoreCase: true, isLoose: true };
		const [sameName] = hasName ? vendors.find(byName) : [];
		for (const vendor of [similar, sameName])
			if (vendor) this.alike.set(vendorId(vendor), item.index);
		if (similar) return [similarWarning(match, similar)];
		return sameName ? [sameNameWarning(match, sameName)] : [];
	}

	/** @returns what says that a row may be about another vendor than the one that was found */
	private another({ match, body, id }: VendorInput, known: IDataObject) {
		// It may as well be an ID of the system that the table comes from.
		const [other] = this.present.find({ field: 'id', value: id, ignoreCase: false });
		const isOther = id !== '' && other && vendorId(other) !== vendorId(known);
		return [...(isOther ? [otherIdWarning(match, id)] : []), ...this.taken.warnings(body, known)];
	}

	private refuseNew({ match }: VendorInput): void {
		if (match.field === 'id') {
			throw userError(
				`No vendor found with the ID ${match.value}`,
				'Choose another Match Field. The service assigns the IDs of new vendors, so none can be created with this ID.',
			);
		}
		const earlier = this.unsettled.get(vendorKeyOf(match));
		if (earlier !== undefined) {
			throw userError(
				`Row ${earlier + 1} may already have created "${match.value}"`,
				'Run the workflow again: it finds the vendor if it was created. This row was skipped to prevent a duplicate.',
			);
		}
	}

	private async create({ item, client, match, body, key }: VendorInput): Promise<Answered> {
		try {
			const response = await createVendor(client, body, key, IF_OPEN);
			const record = vendorIn(response, body);
			this.present.add(match, { ...body, ...record });
			return { record, response };
		} catch (error) {
			if (!(error instanceof ServiceError && error.isRefusal))
				this.unsettled.set(vendorKeyOf(match), item.index);
			throw this.advised(toNodeError(error, item.context.getNode(), item.index), body);
		}
	}

	private async update({ client, match, body }: VendorInput): Promise<Answered> {
		const [known = {}] = this.present.find(match);
		this.unconfirmed.add(known);
		let response: ServiceResponse;
		try {
			response = await updateVendor(client, vendorId(known), body);
		} catch (error) {
			throw this.advised(error, body);
		}
		this.unconfirmed.delete(known);
		const record = vendorIn(response, { ...known, ...body });
		Object.assign(known, body, record);
		return { record, response };
	}

	private advised(error: unknown, body: IDataObject): unknown {
		adviseAboutFields(error, body, () => this.fields);
		return error;
	}
}

/**
 * What an item sends depends on whether there is a vendor: a new one has no field to clear, and a known one keeps
 * its spelling of the host that both name.
 */
function settleFields({ match, body, wanted }: VendorInput, known: IDataObject | undefined): void {
	if (!known) {
		for (const [name, value] of Object.entries(body)) if (isBlankCell(value)) delete body[name];
	} else if (match.isHost === true) {
		for (const fields of [body, wanted ?? {}])
			if (Object.hasOwn(fields, match.field))
				setMember(fields, match.field, memberOf(known, match.field));
	}
}

const IF_OPEN =
	'Search for the vendor with Get Many before you run the node again: once the search finds it, the next run updates it instead of creating a duplicate.';

const STILL_ARCHIVED = 'This vendor is archived.';
