import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { placeOffDisk } from '../../shared/n8n/filePlace';
import { userError } from '../../shared/n8n/nodeErrors';
import { passThrough } from '../../shared/n8n/streams';
import { MEGABYTE } from '../../shared/service/body';

/** A file that grows in n8n's storage: what was written takes no memory. */
export class StoredFile {
	bytes = 0;
	private readonly pipe = passThrough();
	private stored: Promise<IBinaryData> | undefined;
	private isOnDisk = false;

	/** @param mostMegabytes its largest size where n8n does not write files to its disk while they arrive */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly name: string,
		private readonly mimeType: string,
		private readonly mostMegabytes: number,
	) {}

	/**
	 * @returns resolves when the storage has room for more
	 * @throws UserError when the file is too large for where n8n keeps it
	 * @throws what the storage throws, such as for a full disk
	 */
	async write(part: string | Buffer): Promise<void> {
		if (part.length === 0) return;
		const bytes = Buffer.from(part);
		this.bytes += bytes.length;
		if (!this.isOnDisk && this.bytes > this.mostMegabytes * MEGABYTE) {
			await checkStorage(this.context, this.mostMegabytes);
			this.isOnDisk = true;
		}
		const written = new Promise<void>((resolve) => {
			this.pipe.write(bytes, () => resolve());
		});
		// The storage says why it takes no more; the pipe would only say that it was closed.
		await Promise.race([this.start(), written]);
	}

	/** @returns where n8n has stored it */
	async end(): Promise<IBinaryData> {
		const file = this.start();
		this.pipe.end();
		return await file;
	}

	/** Leaves nothing of it. */
	async discard(): Promise<void> {
		this.pipe.destroy(new Error('The file is not complete'));
		await this.stored?.catch(() => {});
	}

	private start(): Promise<IBinaryData> {
		const { context, pipe, name, mimeType } = this;
		this.stored ??= context.helpers.prepareBinaryData(pipe, name, mimeType);
		// Whoever writes or closes gets the error.
		this.stored.catch(() => {});
		return this.stored;
	}
}

/** @throws UserError where n8n does not write files to its disk while they arrive */
async function checkStorage(context: IExecuteFunctions, mostMegabytes: number): Promise<void> {
	const place = await placeOffDisk(context);
	if (place === undefined) return;
	throw userError(
		`The file is larger than ${mostMegabytes} MB, and n8n is set to keep files ${place}`,
		'No file was created: n8n would load all of it into memory. Set Output to Batches to a Workflow, set N8N_DEFAULT_BINARY_DATA_MODE=filesystem in n8n, or raise Max File Size under Options > File.',
	);
}
