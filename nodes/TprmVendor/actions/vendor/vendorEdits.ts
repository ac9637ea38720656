import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/ids';
import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, FailedResult, Operation } from '../../../shared/node/operation';
import { concurrentRequestsOption } from '../../../shared/node/properties/requests';
import { describeRows } from '../../../shared/node/rowRanges';
import type { updateVendor } from '../../../shared/service/api/vendors';
import { pathSegment } from '../../../shared/service/call';
import type { ServiceClient } from '../../../shared/service/client';
import type { Step } from '../../../shared/writes/step';
import { writingOperation } from '../../../shared/writes/writingOperation';
import type { KnownFields } from './knownFields';
import { ARCHIVED_WARNING } from './statusWarnings';
import { asKept, hasFields, isSameValue } from './sameValue';
import { noteConflictingRows } from './rowConflicts';
import { TakenNames } from './takenNames';
import { TypedFields } from './typedFields';
import { vendorEvidence } from './vendorEvidence';
import { readVendorFields } from './vendorFields';
import { outputOptions, showsDates, vendorIn } from './vendorOutput';
import { vendorPopulation } from './vendorPopulation';
import { VendorState } from './vendorState';

/** What an item says about a vendor. */
export interface VendorEdit {
	item: InputItem;
	/** Made before anything is sent: limits that cannot be used are known by then. */
	client: ServiceClient;
	id: string;
	/** Sent to the service. */
	body?: IDataObject;
}

/** @throws UserError when the item names no vendor, or an option has no usable value */
export function readVendorId(item: InputItem): VendorEdit {
	const id = item.requiredText('vendorId', 'Vendor');
	// Throw what would be thrown once something is written.
	pathSegment(id);
	outputOptions(item);
	return { item, client: item.client, id };
}

/** @throws UserError as {@link readVendorId}, and when there are no fields to send */
export function readEdit(item: InputItem, { mayBeEmpty = false } = {}): VendorEdit {
	return { ...readVendorId(item), body: readVendorFields(item, { mayBeEmpty }).body };
}

/** An operation on single vendors. */
interface EditOperation {
	form: INodeProperties[];
	options: INodeProperties[];
	read: (item: InputItem) => VendorEdit;
	/** The action of a vendor that is not as wanted yet. */
	done: 'updated' | 'archived' | 'deleted';
	/** What the item makes of the vendor as it is; `null` for nothing. */
	afterOf: (before: IDataObject, edit: VendorEdit) => IDataObject | null;
	call: typeof updateVendor;
	/** Whether fields that are not sent are cleared. */
	clears?: boolean;
}

/** Makes an operation on single vendors, for which all vendors are read with one search. */
export function editOperation({ form, options, read, ...kind }: EditOperation): Operation {
	return writingOperation({
		form,
		options: [concurrentRequestsOption, ...options],
		removes: true,
		...(kind.done === 'deleted' && { again: 'notFound' }),
		writesTo: 'vendors',
		reader: () => read,
		plan: async (entries, { first, mustKnow }) => {
			const present = await VendorState.read(first, mustKnow);
			const planned = present.copy();
			const fields = present.knownFields();
			const bodies = entries.flatMap(({ input: { body } }) => (body ? [body] : []));
			const typed = new TypedFields(fields, bodies, present.dates);
			typed.convertAll();
			noteConflictingRows(first.context, entries, ({ id }) => idKey(id));
			const edits = new VendorEdits(kind, present, fields, typed);
			return {
				steps: entries.map((entry) => edits.plan(entry, planned, mustKnow)),
				population: vendorPopulation(present.index?.records),
				show: showsDates(entries, present.index?.records ?? [], present.dates),
				isSame: (value, wanted) => isSameValue(value, wanted, present.dates),
			};
		},
	});
}

/** Why a vendor ends: an item names it for that. */
const IN_THE_INPUT = { archived: 'in the input of Archive', deleted: 'in the input of Delete' };

/** Decides what the items of a run do to the vendors that they name. */
class VendorEdits {
	private readonly taken: TakenNames;

	constructor(
		private readonly kind: Pick<EditOperation, 'done' | 'afterOf' | 'call' | 'clears'>,
		private readonly present: VendorState,
		private readonly fields: KnownFields,
		private readonly typed: TypedFields,
	) {
		this.taken = new TakenNames(present.index?.records ?? []);
	}

	/** @param planned the vendors as the items before have left them */
	plan(
		entry: BatchEntry<VendorEdit>,
		planned: VendorState,
		mustKnow: boolean,
	): Step | FailedResult {
		try {
			// A service may show a new vendor in its search only after a while: then a real run asks it.
			if (mustKnow && !planned.ended.has(idKey(entry.input.id))) planned.index?.get(entry.input.id);
			const { id, body } = entry.input;
			const known = planned.of(id);
			if (body && known) this.typed.join(body, known);
			const step = this.decide(entry, planned);
			const after = asKept(planned.of(id) ?? {}, step.evidence.record);
			if (step.send) planned.leave(id, after, entry.itemIndex, this.kind.done !== 'updated');
			return step;
		} catch (error) {
			return { items: [entry.itemIndex], error };
		}
	}

	private decide(entry: BatchEntry<VendorEdit>, state: VendorState): Step {
		const { done, afterOf } = this.kind;
		const { itemIndex, input } = entry;
		const { id, body } = input;
		const key = idKey(id);
		const before = state.of(id);
		const earlier = state.ended.get(key);
		const step = {
			items: [itemIndex],
			records: [key],
			again: () => this.decide(entry, this.present),
		};
		if (earlier !== undefined) {
			const change = { action: 'unchanged' as const, before: before ?? { id }, sent: {} };
			const why = `Already ${done} by ${describeRows([earlier])}`;
			const evidence = vendorEvidence({ ...change, after: { id }, why, warnings: [] }, state.dates);
			return { ...step, evidence };
		}
		const after = afterOf(before ?? { id }, input);
		// All of its cells are empty.
		const hasNothing = body !== undefined && Object.keys(body).length === 0;
		const isSame =
			hasNothing ||
			(before !== undefined &&
				after !== null &&
				!state.unconfirmed.has(key) &&
				hasFields(before, after, state.dates));
		const isChange = !isSame && done === 'updated' && before?.status === 'archived';
		const evidence = vendorEvidence(
			{
				action: isSame ? 'unchanged' : done,
				before: before ?? undefined,
				after: after === null ? null : { id, ...after },
				id,
				...(isSame && { why: 'already up to date', sent: {} }),
				...(done !== 'updated' && !isSame && { why: IN_THE_INPUT[done] }),
				// Of a vendor that is not known, only what is sent is certain.
				...(before === undefined && { sent: body ?? after ?? {} }),
				...(body && { own: body, fields: this.fields }),
				isBlind: before === undefined && this.kind.clears === true,
				warnings: [
					...(isChange ? [ARCHIVED_WARNING] : []),
					...(body && before ? this.taken.warnings(body, before) : []),
				],
			},
			state.dates,
		);
		return isSame ? { ...step, evidence } : { ...step, evidence, send: () => this.send(entry) };
	}

	private async send({ itemIndex, input }: BatchEntry<VendorEdit>) {
		const { done, call } = this.kind;
		const { client, id, body } = input;
		const { present } = this;
		present.unconfirmed.add(idKey(id));
		const response = await call(client, id, body);
		present.unconfirmed.delete(idKey(id));
		const before = present.of(id);
		const sent = this.kind.afterOf(before ?? { id }, input);
		const record = sent === null ? {} : vendorIn(response, { ...before, ...sent, id });
		present.leave(id, record, itemIndex, done !== 'updated');
		return { record, response };
	}
}
