import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { MEGABYTE } from '../../shared/service/bodyErrors';
import { Parts, streamOf } from './parts';

/** A file to be stored. */
export interface FileName {
	name: string;
	mimeType: string;
	/** Largest size where n8n does not write files to its disk while they arrive, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
}

/** How n8n's IDs of files on disk begin; it keeps a file without an ID in memory. */
const ON_DISK = /^filesystem/;

/** A file in n8n's storage that grows part by part: what was written takes no memory. */
export class StoredFile {
	bytes = 0;
	private readonly parts = new Parts();
	private stored: Promise<IBinaryData> | undefined;
	private isOnDisk = false;
	/** Why the storage takes no more. */
	private failure: { error: unknown } | undefined;
	private stopWaiting: (reason: unknown) => void = () => {};

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly file: FileName,
	) {}

	/**
	 * @returns resolves when the storage has taken the text
	 * @throws UserError when the file is too large for where n8n keeps it
	 * @throws what the storage throws, such as for a full disk
	 */
	async write(text: string): Promise<void> {
		if (text === '') return;
		const part = Buffer.from(text);
		if (this.bytes + part.length > this.file.maxMegabytes * MEGABYTE) await this.checkStorage();
		void this.start();
		this.bytes += part.length;
		await new Promise<void>((resolve, reject) => {
			this.stopWaiting = reject;
			if (this.failure) reject(this.failure.error);
			else this.parts.put(part).then(resolve, reject);
		});
	}

	/** @returns the file, complete */
	async close(): Promise<IBinaryData> {
		const stored = this.start();
		this.parts.end();
		return await stored;
	}

	/** Removes what was stored. */
	async discard(): Promise<void> {
		this.parts.fail(new Error('The file is not complete'));
		await this.stored?.catch(() => {});
	}

	private start(): Promise<IBinaryData> {
		if (this.stored) return this.stored;
		const { name, mimeType } = this.file;
		const { helpers } = this.context;
		this.stored = helpers.prepareBinaryData(streamOf(this.parts), name, mimeType);
		this.stored.catch((error: unknown) => {
			this.failure = { error };
			this.stopWaiting(error);
		});
		return this.stored;
	}

	/** n8n does not say where it keeps files, but a file says where it is kept. */
	private async checkStorage(): Promise<void> {
		if (this.isOnDisk) return;
		const { id } = await this.context.helpers.prepareBinaryData(Buffer.from('\n'), 'storage.txt');
		this.isOnDisk = id !== undefined && ON_DISK.test(id);
		if (!this.isOnDisk) throw tooLarge(this.file.maxMegabytes, id);
	}
}

function tooLarge(maxMegabytes: number, id: string | undefined): UserError {
	const [storage = ''] = (id ?? '').split(':');
	const place = storage === '' ? 'in memory' : `in its ${storage} storage`;
	return new UserError(
		`The file is larger than ${maxMegabytes} MB, and this n8n keeps files ${place}`,
		{
			description:
				'n8n has to have the whole file in memory then. Set Output to Batches to a Workflow, or have n8n keep files on its disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem). If n8n has enough memory, raise Max File Size under Options. No file was created.',
		},
	);
}
