import type { IDataObject } from 'n8n-workflow';

import { KnownFields } from './knownFields';
import { warningAbout } from './matchWarnings';
import { previewVendorChange } from './preview';
import { adviseAboutFields } from './refusedFields';
import type { VendorInput } from './upsertRow';
import type { VendorChange, VendorIndex } from './vendorMatching';
import { toOutput } from './vendorOutput';
import { VendorWriter } from './vendorWriter';

/** Applies the rows of one run to the vendors of one search, or previews them. */
export class UpsertRun {
	private readonly writer: VendorWriter;
	/** What the vendors show about the fields of one, before any is changed; for previews. */
	private readonly previewed: KnownFields | undefined;
	/** The same once a field was refused; most runs do without. */
	private atRefusal: KnownFields | undefined;

	constructor(
		private readonly vendors: VendorIndex,
		isDryRun: boolean,
	) {
		this.writer = new VendorWriter(vendors, isDryRun);
		this.previewed = isDryRun ? new KnownFields(vendors.records) : undefined;
	}

	/**
	 * @returns the row as it is output: `{ "action": "created", "id": "v-1", … }`
	 * @throws UserError when it is not clear which vendor is meant
	 * @throws ServiceError when the service refuses the change, with what may be wrong about its fields
	 */
	async apply(input: VendorInput): Promise<IDataObject> {
		const { item, match } = input;
		// Before it is one of them itself.
		const [similar] = this.vendors.find({ ...match, isLoose: true });
		const change = await this.write(input);
		const { action, after, response } = change;
		const warning = warningAbout(match, change, similar);
		if (this.previewed) return await previewVendorChange(this.previewed, item, change, warning);
		// First, since a table shows the first columns, and last, since no field may replace it.
		return Object.assign(
			{ action, ...(warning && { warning }) },
			await toOutput(item, after, response),
			{ action },
		);
	}

	private async write(input: VendorInput): Promise<VendorChange<IDataObject>> {
		return await this.writer.apply(input).catch((error: unknown) => {
			adviseAboutFields(
				error,
				input.body,
				() => (this.atRefusal ??= new KnownFields(this.vendors.records)),
			);
			throw error;
		});
	}
}
