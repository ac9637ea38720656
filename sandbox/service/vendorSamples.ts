import type { StoredDocument } from './documents';
import { stableId } from './stableId';
import type { Vendor } from './vendorFields';
import type { Assessment } from './vendors';

const FIRST = [
	['Aurora', 'Baltic', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite', 'Harbor', 'Indigo'],
	['Juniper', 'Kestrel', 'Lumen', 'Meridian', 'Northwind', 'Orchard', 'Pinnacle', 'Quarry'],
	['Ridge', 'Summit', 'Tundra', 'Umbra', 'Vertex', 'Willow', 'Xenon', 'Yarrow', 'Zephyr'],
	['Alpine', 'Birch', 'Cedar', 'Dune'],
].flat();
const SECOND = [
	['Analytics', 'Bank', 'Cloud', 'Couriers', 'Data', 'Design', 'Energy', 'Facilities'],
	['Foods', 'Freight', 'Hosting', 'Insurance', 'Labs', 'Legal', 'Logistics', 'Media'],
	['Mobility', 'Networks', 'Payments', 'Payroll', 'Print', 'Recruiting', 'Robotics'],
	['Security', 'Software', 'Staffing', 'Storage', 'Systems', 'Telecom', 'Translations'],
	['Travel', 'Utilities', 'Ventures', 'Waste', 'Water', 'Wholesale', 'Wireless', 'Works'],
	['Yards', 'Zones'],
].flat();
const RATINGS = ['low', 'medium', 'high', 'critical', null] as const;
const TAGS = ['cloud', 'critical-supplier', 'gdpr', 'on-site', 'payments'];

const DAY_MS = 24 * 60 * 60 * 1000;
const NEWEST = Date.parse('2026-01-05T08:00:00Z');
const FIRST_CONTRACT_END = Date.parse('2025-01-15');
const VENDORS = FIRST.length * SECOND.length;

function vendorId(index: number): string {
	return `vnd_${stableId('vendor', String(index)).replaceAll('-', '').slice(0, 24)}`;
}

/**
 * 1,200 vendors, oldest first: every twelfth archived, every fifth without a risk rating, every
 * ninth without a contract's end. The ends are spread evenly over six years from 2025.
 */
export function sampleVendors(): Vendor[] {
	samples ??= makeSamples();
	return samples.map((vendor) => ({ ...vendor, tags: [...vendor.tags] }));
}

let samples: Vendor[] | undefined;

function makeSamples(): Vendor[] {
	return Array.from({ length: VENDORS }, (_, index): Vendor => {
		const first = FIRST[index % FIRST.length] ?? '';
		const second = SECOND[Math.floor(index / FIRST.length)] ?? '';
		const created = NEWEST - (VENDORS - index) * 20 * 60 * 60 * 1000;
		// A step that shares no factor with the number of days visits each of them.
		const contractEnd = FIRST_CONTRACT_END + ((index * 967) % 2190) * DAY_MS;
		return {
			id: vendorId(index),
			name: `${first} ${second}`,
			external_id: `V-${String(index + 1).padStart(5, '0')}`,
			domain: `${first}-${second}.example`.toLowerCase(),
			risk_rating: RATINGS[index % RATINGS.length] ?? null,
			owner_email: `owner${(index % 25) + 1}@example.com`,
			tprm_contract_end_date:
				index % 9 === 8 ? null : new Date(contractEnd).toISOString().slice(0, 10),
			started_at: index % 4 === 3 ? null : new Date(created + DAY_MS).toISOString(),
			notes: index % 3 === 0 ? `Supplies ${second.toLowerCase()} to the sample group` : null,
			tags: TAGS.filter((_tag, tagIndex) => (index + tagIndex) % 4 === 0),
			status: index % 12 === 11 ? 'archived' : 'active',
			created_at: new Date(created).toISOString(),
			updated_at: new Date(created + (index % 7) * 60 * 60 * 1000).toISOString(),
		};
	});
}

/** Up to three per vendor. */
export function sampleAssessments(): Assessment[] {
	const statuses = ['Completed', 'InProgress', 'Draft'] as const;
	return Array.from({ length: VENDORS }, (_, index) =>
		statuses.slice(0, index % 4).map((status) => ({
			id: `asm_${stableId('assessment', String(index), status).slice(0, 18)}`,
			vendorId: vendorId(index),
			status,
		})),
	).flat();
}

const PDF = 'application/pdf';

/** What people call their files, and what some systems make of it. */
const FILES: Array<[name: string, type: string]> = [
	['SOC 2 Type II report.pdf', PDF],
	['Prüfbericht – Übersicht 2025.pdf', PDF],
	['../../../etc/passwd', 'text/plain'],
	['C:\\Users\\pat\\Desktop\\contract.pdf', PDF],
	['uploads/2025/pentest.zip', 'application/zip'],
	['the "final" version; really.csv', 'text/csv'],
	['監査報告書.pdf', PDF],
	["vendor's answers (1)*.txt", 'text/plain'],
	['100% done.json', 'application/json'],
	['certificate', 'application/octet-stream'],
];

/** 40 documents, four of each name, from nothing to 3 MB; they belong to the newest vendors. */
export function sampleDocuments(): StoredDocument[] {
	return Array.from({ length: 40 }, (_, index) => {
		const [name, type] = FILES[index % FILES.length] ?? ['', PDF];
		return {
			id: `doc_${stableId('document', String(index)).replaceAll('-', '').slice(0, 24)}`,
			vendorId: vendorId(VENDORS - 1 - Math.floor(index / 2)),
			name,
			type,
			size: (index * 76_801) % 3_000_000,
		};
	});
}

/** The first 300, which are faster to read: some of every status and rating, none with documents. */
export const SOME_VENDORS = sampleVendors().slice(0, 300);
