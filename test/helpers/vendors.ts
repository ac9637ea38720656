import type { Service } from '../../sandbox/service/service';
import type { Vendor } from '../../sandbox/service/vendorFields';

/** @returns one of the vendors that the service starts with, by its place in the list, from 0 */
export function vendorAt({ vendors }: Service, index: number): Vendor {
	const vendor = [...vendors.byId.values()][index];
	if (!vendor) throw new Error(`no vendor ${index}`);
	return vendor;
}
