import { z } from 'zod';

import type { OrganizationSettings } from './dates';
import { readDate, readDateTime, showDate, showDateTime } from './dates';

const RISK_RATINGS = ['low', 'medium', 'high', 'critical'] as const;
const STATUSES = ['active', 'archived'] as const;

/** What clients write. Dates are kept as `YYYY-MM-DD`, moments as ISO 8601 in UTC. */
export interface VendorFields {
	name: string;
	external_id: string | null;
	domain: string | null;
	risk_rating: (typeof RISK_RATINGS)[number] | null;
	owner_email: string | null;
	tprm_contract_end_date: string | null;
	started_at: string | null;
	notes: string | null;
	tags: string[];
}

export interface Vendor extends VendorFields {
	id: string;
	status: (typeof STATUSES)[number];
	created_at: string;
	updated_at: string;
}

/** The writable fields when they are not sent. */
export const CLEARED: Omit<VendorFields, 'name'> = {
	external_id: null,
	domain: null,
	risk_rating: null,
	owner_email: null,
	tprm_contract_end_date: null,
	started_at: null,
	notes: null,
	tags: [],
};

const readOnly = z.never({ invalid_type_error: 'cannot be written' }).optional();
const text = z.string().trim().min(1);

/** The writable fields, with dates as this organization may write them. */
function writable(settings: OrganizationSettings) {
	return z.strictObject({
		name: text,
		external_id: text.nullable().optional(),
		domain: text.nullable().optional(),
		risk_rating: z.enum(RISK_RATINGS).nullable().optional(),
		owner_email: z.string().email().nullable().optional(),
		tprm_contract_end_date: dated(settings, readDate),
		started_at: dated(settings, readDateTime),
		notes: z.string().nullable().optional(),
		tags: z.array(text).optional(),
		id: readOnly,
		status: readOnly,
		created_at: readOnly,
		updated_at: readOnly,
	});
}

function dated(
	settings: OrganizationSettings,
	read: (value: string, settings: OrganizationSettings) => string | undefined,
) {
	const value = z.string().transform((written, context) => {
		const stored = read(written, settings);
		if (stored !== undefined) return stored;
		const message = `"${written}" is neither ${settings.dateFormat} nor ISO 8601, or does not exist`;
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});
	return value.nullable().optional();
}

/** @returns a whole vendor: what the body does not mention is empty */
export function readWholeVendor(body: unknown, settings: OrganizationSettings): VendorFields {
	return { ...CLEARED, ...(writable(settings).parse(body) as VendorFields) };
}

/** @returns the fields that the body mentions, at least one */
export function readChanges(body: unknown, settings: OrganizationSettings): Partial<VendorFields> {
	return writable(settings)
		.partial()
		.refine((fields) => Object.keys(fields).length > 0, 'at least one field is needed')
		.parse(body) as Partial<VendorFields>;
}

/** Conditions of a search, all of which a vendor has to meet. */
export const searchBody = z
	.strictObject({
		/** Part of the name, in any case. */
		query: z.string(),
		/** One of the tags. */
		tag: z.string(),
		status: z.enum(STATUSES),
		name: z.string(),
		external_id: z.string().nullable(),
		domain: z.string().nullable(),
		risk_rating: z.enum(RISK_RATINGS).nullable(),
		owner_email: z.string().nullable(),
	})
	.partial();

export type VendorFilter = z.output<typeof searchBody>;

/** A vendor as it is sent, with dates as the organization writes them. */
export function showVendor(vendor: Vendor, settings: OrganizationSettings): Vendor {
	const { tprm_contract_end_date: endDate, started_at: startedAt } = vendor;
	return {
		...vendor,
		tprm_contract_end_date: endDate && showDate(endDate, settings),
		started_at: startedAt && showDateTime(startedAt, settings),
		created_at: showDateTime(vendor.created_at, settings),
		updated_at: showDateTime(vendor.updated_at, settings),
	};
}
