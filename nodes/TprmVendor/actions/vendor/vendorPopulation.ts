import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import type { Population } from '../../../shared/writes/brake';
import { isEmpty } from './sameValue';

/** @returns what a removal of vendors or of their values is measured by; nothing where they are not known */
export function vendorPopulation(vendors: readonly IDataObject[] | undefined): Population {
	if (!vendors) return {};
	return {
		active: vendors.filter(({ status }) => status !== 'archived').length,
		withValue: (field) =>
			vendors.filter((vendor) => !isEmpty(memberOf(vendor, field) ?? null)).length,
	};
}
