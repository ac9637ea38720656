import type { IDataObject } from 'n8n-workflow';

import { memberOf, setMember } from '../../../shared/basics/members';
import { type Changes, clearedWarning, whatChanges } from '../../../shared/writes/changes';
import type { Evidence } from '../../../shared/writes/evidence';
import { NOT_KNOWN } from '../../../shared/writes/tally';
import { doubtOf } from '../../../shared/node/cells/doubtful';
import type { OrganizationDates } from '../organizationDates';
import type { KnownFields } from './knownFields';
import { hasField, isEmpty } from './sameValue';

/** A vendor whose change is to be told. */
interface VendorChange {
	action: Evidence['action'];
	/** The vendor as it is; `undefined` when that is not known, `null` when there is none. */
	before: IDataObject | null | undefined;
	/** As it is to be; `null` when nothing is left of it. */
	after: IDataObject | null;
	/** Its ID, where an item names it. */
	id?: string;
	/** What was sent, or `after` by default: only this can change. */
	sent?: IDataObject;
	/** Why, where the changes do not say it. */
	why?: string;
	/** What was sent by the item itself: Replace clears what is not among it. */
	own?: IDataObject;
	/** Whether it clears what is not known. */
	isBlind?: boolean;
	/** What a person should know besides what is told about the fields. */
	warnings: string[];
	/** What the vendors show about the fields that change. */
	fields?: KnownFields;
}

/** @returns what a row says about a vendor */
export function vendorEvidence(
	{
		action,
		before,
		after,
		id,
		sent = after ?? {},
		own = sent,
		why,
		warnings,
		fields,
		isBlind = false,
	}: VendorChange,
	dates: OrganizationDates,
): Evidence {
	const changes = before === null || after === null ? {} : changesOf(before, sent, dates);
	// What stays as it is, is shown as the service writes it, however it was sent.
	const shown = before ? { ...before, ...changedFields(changes, sent) } : { ...after };
	const { id: known = id ?? null, name = null } = shown;
	return {
		action,
		why: why ?? whatChanges(changes, (field) => Object.hasOwn(own, field)),
		warnings: [
			...warnings,
			...clearedWarning(changes),
			...doubts(changedFields(before === null ? own : changes, own)),
			...(fields?.warnings(changedFields(changes, own)) ?? []),
			...(before === undefined ? [NOT_RETURNED] : []),
		],
		identity: { id: known, name },
		changes,
		besides: after === null ? { deleted: true, record: before ?? NOT_KNOWN } : {},
		record: after === null ? {} : shown,
		...((action === 'archived' || after === null) && before && { lost: before }),
		...(isBlind && { isBlind }),
	};
}

function doubts(fields: IDataObject): string[] {
	return Object.entries(fields).flatMap(([name, value]) => doubtOf(value, name));
}

function changedFields(changes: object, sent: IDataObject): IDataObject {
	const fields: IDataObject = {};
	for (const name of Object.keys(changes))
		if (Object.hasOwn(sent, name)) setMember(fields, name, memberOf(sent, name));
	return fields;
}

const NOT_RETURNED =
	'The values before are not known: the service did not return this vendor in its search.';

/** @returns what is different afterwards; without previous values when those are not known */
function changesOf(
	before: IDataObject | undefined,
	sent: IDataObject,
	dates: OrganizationDates,
): Changes {
	const changes: Changes = {};
	for (const [name, value] of Object.entries(sent)) {
		if (value === undefined || (before && hasField(before, name, value, dates))) continue;
		const current = isEmpty(value) ? null : value;
		// A text that is empty and one that is missing are the same.
		const present = memberOf(before ?? {}, name) ?? null;
		const previous = present === '' ? null : present;
		setMember(changes, name, before ? { previous, current } : { current });
	}
	return changes;
}
