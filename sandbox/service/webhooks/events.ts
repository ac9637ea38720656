import { randomBytes } from 'node:crypto';

import type { ServiceClock } from '../clock';
import type { StoredDocument } from '../documents';
import type { EVENT_NAMES } from '../eventCatalog';
import { stableId } from '../stableId';
import type { Vendor } from '../vendorFields';

export type EventName = (typeof EVENT_NAMES)[number];

/** The body of a delivery, but for its `delivery_id`. */
export interface ServiceEvent {
	id: string;
	type: string;
	api_version: string;
	occurred_at: string;
	source: string;
	data: Record<string, unknown>;
}

/** What events are made of: the records that the REST interface knows too. */
export interface EventSources {
	clock: ServiceClock;
	vendors: () => Vendor[];
	documents: () => StoredDocument[];
}

/** What an emitted event may differ in from its sample. */
export interface EventChanges {
	/** Merged into the sample's data. */
	data?: Record<string, unknown>;
	occurredAt?: Date;
	/** Picks other records from the sample data. */
	index?: number;
}

/**
 * Makes an event as it follows from something that a user does in the application.
 *
 * @param type any name; one that is not in the catalog has no data but the given
 */
export function makeEvent(
	type: string,
	sources: EventSources,
	{ data, occurredAt, index = 0 }: EventChanges = {},
): ServiceEvent {
	const sample = (SAMPLES as Partial<Record<string, Sample>>)[type];
	const moment = occurredAt ?? new Date(sources.clock.now());
	return {
		id: `evt_${randomBytes(12).toString('hex')}`,
		type,
		api_version: 'v1',
		occurred_at: moment.toISOString().replace(/\.\d+Z$/, '+00:00'),
		source: type.startsWith('monitoring.') || type.startsWith('export.') ? 'system' : 'ui',
		data: { ...sample?.(subject(sources, index)), ...data },
	};
}

interface Subject {
	vendor: Vendor;
	documentIds: string[];
	/** @returns an id that is always the same for this subject */
	id: (prefix: string) => string;
}

type Sample = (subject: Subject) => Record<string, unknown>;

function subject({ vendors, documents }: EventSources, index: number): Subject {
	const documentVendors = [...new Set(documents().map(({ vendorId }) => vendorId))];
	const all = vendors();
	const vendorId = documentVendors[index % Math.max(1, documentVendors.length)];
	const vendor = all.find(({ id }) => id === vendorId) ?? all[index % Math.max(1, all.length)];
	if (!vendor) throw new Error('There are no vendors to emit events about');
	const documentIds = documents().flatMap((document) =>
		document.vendorId === vendor.id ? [document.id] : [],
	);
	const id = (prefix: string) =>
		`${prefix}_${stableId(prefix, vendor.id).replaceAll('-', '').slice(0, 24)}`;
	return { vendor, documentIds, id };
}

const named = ({ vendor }: Subject) => ({ vendor_id: vendor.id, vendor_name: vendor.name });
const assessed = (about: Subject) => ({ ...named(about), assessment_id: about.id('asm') });
const monitored = (about: Subject) => ({ ...named(about), run_id: about.id('run') });
const collaborator = (about: Subject) => ({
	...assessed(about),
	collaborator_id: about.id('col'),
	email: 'sam.partner@example.com',
});

const SAMPLES: Record<EventName, Sample> = {
	'vendor.created': named,
	'vendor.updated': (about) => ({
		...named(about),
		changes: {
			owner_email: { previous: about.vendor.owner_email, current: 'new.owner@example.com' },
			tags: { previous: about.vendor.tags, current: [...about.vendor.tags, 'reviewed'] },
			notes: { previous: about.vendor.notes, current: null },
		},
	}),
	'vendor.archived': named,
	'vendor.risk_rating_changed': (about) => ({
		...named(about),
		previous: about.vendor.risk_rating ?? 'low',
		current: 'critical',
	}),
	'assessment.created': (about) => ({ ...assessed(about), name: 'Annual review' }),
	'assessment.status_changed': (about) => ({ ...assessed(about), status: 'Completed' }),
	'assessment.ai_started': assessed,
	'assessment.submitted': (about) => ({ ...assessed(about), module: 'questionnaire' }),
	'question.marked_done': (about) => ({
		...assessed(about),
		question_id: about.id('qst'),
		kind: 'question',
	}),
	'risk.created': (about) => ({
		...assessed(about),
		source: 'ai_suggested',
		risk: {
			id: about.id('rsk'),
			title: 'Backups are not encrypted',
			severity: 'high',
			question_id: about.id('qst'),
		},
	}),
	'collaborator.added': collaborator,
	'collaborator.updated': collaborator,
	'monitoring.run_started': monitored,
	'monitoring.run_completed': (about) => ({ ...monitored(about), findings: 3 }),
	'monitoring.run_failed': (about) => ({ ...monitored(about), reason: 'source_unreachable' }),
	'document.uploaded': (about) => ({ ...named(about), document_ids: about.documentIds }),
	'export.completed': (about) => ({ export_id: about.id('exp'), format: 'csv' }),
};
