import type { IDataObject } from 'n8n-workflow';

import { nameFold } from '../../../shared/basics/nameFolds';
import { vendorId } from '../../../shared/service/api/vendors';
import { matchText } from './vendorMatching';

const fold = nameFold(true);

/** The names that vendors had before a run: where one column of a table was sorted alone, many get that of another one. */
export class TakenNames {
	private readonly idsOf = new Map<string, string>();

	constructor(vendors: readonly IDataObject[]) {
		for (const vendor of vendors) this.idsOf.set(fold(matchText(vendor.name)), vendorId(vendor));
	}

	/**
	 * @param body what is sent for a vendor
	 * @returns a sentence if it gives the vendor the name of another one
	 */
	warnings(body: IDataObject, known: IDataObject): string[] {
		const name = matchText(body.name);
		const id = this.idsOf.get(fold(name));
		if (name === '' || id === undefined || fold(name) === fold(matchText(known.name))) return [];
		return [
			`Another vendor has the name "${name}" (${id}). Check that the name belongs to this row.`,
		];
	}
}
