/** A record of the paged sample APIs: a company in a vendor register. */
export interface Sample {
	id: string;
	name: string;
	country: string;
	tier: 'critical' | 'high' | 'low';
	website: string;
}

/** How many records a sample API has unless `records` says otherwise. */
export const DEFAULT_COUNT = 2_350;
export const MAX_COUNT = 200_000;

const FIRST = [
	'Alder',
	'Birch',
	'Cedar',
	'Elm',
	'Hazel',
	'Juniper',
	'Larch',
	'Maple',
	'Oak',
	'Pine',
];
const SECOND = ['Analytics', 'Cloud', 'Data', 'Freight', 'Hosting', 'Legal', 'Payments', 'Print'];
const FORMS = ['AG', 'BV', 'GmbH', 'Inc', 'Ltd', 'Oy', 'SA'];
const COUNTRIES = ['BR', 'DE', 'FI', 'FR', 'GB', 'IN', 'JP', 'NL', 'US'];
const TIERS = ['critical', 'high', 'low'] as const;

/** @returns record number `index`, counted from 0; always the same one */
export function sample(index: number): Sample {
	const number = String(index + 1).padStart(6, '0');
	const first = pick(FIRST, index);
	const second = pick(SECOND, Math.floor(index / FIRST.length));
	return {
		id: `smp_${number}`,
		name: `${first} ${second} ${number} ${pick(FORMS, index)}`,
		country: pick(COUNTRIES, index),
		tier: pick(TIERS, Math.floor(index / 4)),
		website: `https://${first}-${second}-${number}.example`.toLowerCase(),
	};
}

/** @returns what a record has as documents, from none to 44, always the same */
export function sampleDocuments(vendor: string): Array<{ id: string; name: string }> {
	const number = Number(/\d+$/.exec(vendor)?.[0] ?? 0);
	return Array.from({ length: (number * 7) % 45 }, (_, index) => ({
		id: `doc_${number}_${index + 1}`,
		name: `Certificate ${index + 1}.pdf`,
	}));
}

function pick<T>(list: readonly T[], index: number): T {
	return list[index % list.length] as T;
}

/** A register with a number of records, and an optional filter. */
export class Register {
	private readonly indexes: number[] | undefined;
	readonly total: number;

	constructor(count: number, country?: string) {
		if (country !== undefined) {
			const all = Array.from({ length: count }, (_, index) => index);
			this.indexes = all.filter((index) => pick(COUNTRIES, index) === country);
		}
		this.total = this.indexes?.length ?? count;
	}

	slice(from: number, size: number): Sample[] {
		const length = Math.max(0, Math.min(size, this.total - from));
		return Array.from({ length }, (_, offset) => {
			const at = from + offset;
			return sample(this.indexes?.[at] ?? at);
		});
	}
}
