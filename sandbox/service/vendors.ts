import { randomBytes } from 'node:crypto';

import type { ServiceClock } from './clock';
import type { Documents } from './documents';
import { Refusal } from './envelope';
import type { Vendor, VendorFields, VendorFilter } from './vendorFields';

/** Not available through the API; it is removed with its vendor. */
export interface Assessment {
	id: string;
	vendorId: string;
	status: 'Draft' | 'InProgress' | 'Completed';
}

/** Vendors and what belongs to them. */
export class Vendors {
	private vendors: Map<string, Vendor> | undefined;
	private assessed: Map<string, Assessment> | undefined;
	/** Awaited before a vendor is created, so that tests can delay a creation. */
	processing: (() => Promise<void>) | undefined;

	constructor(
		private readonly clock: ServiceClock,
		private readonly documents: Documents,
		/** Made when they are asked for first: most services that a test starts are never asked. */
		private readonly first: { vendors: () => Vendor[]; assessments: () => Assessment[] },
	) {}

	/** Oldest first. */
	get byId(): Map<string, Vendor> {
		this.vendors ??= new Map(this.first.vendors().map((vendor) => [vendor.id, vendor]));
		return this.vendors;
	}

	/** By id. */
	get assessments(): Map<string, Assessment> {
		this.assessed ??= new Map(
			this.first
				.assessments()
				.filter(({ vendorId }) => this.byId.has(vendorId))
				.map((assessment) => [assessment.id, assessment]),
		);
		return this.assessed;
	}

	/** @returns the vendors that meet all conditions, newest first */
	search({ query, tag, ...exact }: VendorFilter): Vendor[] {
		const words = query?.toLowerCase();
		const conditions = Object.entries(exact);
		return [...this.byId.values()]
			.reverse()
			.filter(
				(vendor) =>
					(words === undefined || vendor.name.toLowerCase().includes(words)) &&
					(tag === undefined || vendor.tags.includes(tag)) &&
					conditions.every(([field, value]) => vendor[field as keyof typeof exact] === value),
			);
	}

	async create(fields: VendorFields): Promise<Vendor> {
		await this.processing?.();
		const id = `vnd_${randomBytes(12).toString('hex')}`;
		const now = this.timestamp();
		const vendor: Vendor = { id, ...fields, status: 'active', created_at: now, updated_at: now };
		this.byId.set(id, vendor);
		return vendor;
	}

	/** Changes these fields and no others. */
	update(id: string, changes: Partial<VendorFields>): Vendor {
		return Object.assign(this.vendor(id), changes, { updated_at: this.timestamp() });
	}

	/** Keeps everything; an archived vendor stays as it is. */
	archive(id: string): Vendor {
		const vendor = this.vendor(id);
		if (vendor.status === 'archived') return vendor;
		return Object.assign(vendor, { status: 'archived', updated_at: this.timestamp() });
	}

	/** Removes the vendor with its documents and assessments. */
	remove(id: string): void {
		this.vendor(id);
		this.byId.delete(id);
		this.documents.removeOf(id);
		for (const { id: assessmentId, vendorId } of this.assessments.values()) {
			if (vendorId === id) this.assessments.delete(assessmentId);
		}
	}

	/** @throws Refusal 404 */
	private vendor(id: string): Vendor {
		const vendor = this.byId.get(id);
		if (!vendor) throw new Refusal(404, 'vendor.not_found', `There is no vendor ${id}`);
		return vendor;
	}

	private timestamp(): string {
		return new Date(this.clock.now()).toISOString();
	}
}
