import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { downloadName } from '../../shared/http/fileName';
import { passThrough, placeOffDisk } from '../../shared/n8n/streams';
import { InputItem } from '../../shared/node/inputItem';
import { numberOf, readNames, switchOf, toChoice, toText } from '../../shared/node/parameters';
import { MEGABYTE } from '../../shared/service/body';
import { escapeFormulas, maxFileSize } from '../properties';
import { FORMATS } from './formats';
import type { RecordOutput } from './items';

/**
 * One item with a file, which is stored while the pages arrive.
 *
 * @throws UserError naming the option that is wrong
 */
export function toFile(context: IExecuteFunctions, itemIndex: number): RecordOutput {
	const item = new InputItem(context, itemIndex);
	const { options } = item;
	const format = toChoice(item.value('fileFormat', 'ndjson'), 'File Format', FORMATS);
	const entered = downloadName(undefined, toText(options.fileName, 'File Name') || 'records');
	const name = /\.\w{1,16}$/.test(entered) ? entered : `${entered}.${format.extension}`;
	const encoder = format.encoder({
		columns: readNames(options.csvColumns, 'CSV Columns'),
		escapesFormulas: switchOf(options, escapeFormulas),
	});
	const file = new StoredFile(context, {
		name,
		mimeType: format.mimeType,
		maxMegabytes: numberOf(options, maxFileSize),
	});
	let records = 0;
	return {
		async add({ items, index }) {
			await file.write(encoder.encode(items, index + 1));
			records += items.length;
		},
		async end() {
			await file.write(encoder.end());
			const binary = await file.close();
			const json = { fileName: binary.fileName ?? name, records, bytes: file.bytes };
			return [{ json, binary: { data: binary } }];
		},
		warnings: () => encoder.warnings?.() ?? [],
		async discard() {
			await file.discard();
			return [];
		},
	};
}

/** A file to be stored. */
interface FileName {
	name: string;
	mimeType: string;
	/** Largest size where n8n does not write files to its disk while they arrive, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
}

/** A file in n8n's storage that grows part by part: what was written takes no memory. */
class StoredFile {
	bytes = 0;
	private readonly pipe = passThrough();
	private stored: Promise<IBinaryData> | undefined;
	private isOnDisk = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly file: FileName,
	) {}

	/**
	 * @returns resolves when the storage has room for more
	 * @throws UserError when the file is too large for where n8n keeps it
	 * @throws what the storage throws, such as for a full disk
	 */
	async write(text: string): Promise<void> {
		if (text === '') return;
		const part = Buffer.from(text);
		if (this.bytes + part.length > this.file.maxMegabytes * MEGABYTE) await this.checkStorage();
		this.bytes += part.length;
		const stored = this.start();
		const written = new Promise<void>((resolve) => {
			this.pipe.write(part, () => resolve());
		});
		// The storage says why it takes no more; the pipe would only say that it was closed.
		await Promise.race([stored, written]);
	}

	/** @returns the file, complete */
	async close(): Promise<IBinaryData> {
		const stored = this.start();
		this.pipe.end();
		return await stored;
	}

	/** Removes what was stored. */
	async discard(): Promise<void> {
		this.pipe.destroy(new Error('The file is not complete'));
		await this.stored?.catch(() => {});
	}

	private start(): Promise<IBinaryData> {
		if (this.stored) return this.stored;
		const { name, mimeType } = this.file;
		this.stored = this.context.helpers.prepareBinaryData(this.pipe, name, mimeType);
		// Whoever writes or closes gets the error.
		this.stored.catch(() => {});
		return this.stored;
	}

	private async checkStorage(): Promise<void> {
		if (this.isOnDisk) return;
		const place = await placeOffDisk(this.context);
		this.isOnDisk = place === undefined;
		if (this.isOnDisk) return;
		throw new UserError(
			`The file is larger than ${this.file.maxMegabytes} MB, and this n8n keeps files ${place}`,
			{
				description:
					'n8n loads the whole file into memory then. Set Output to Batches to a Workflow, or have n8n keep files on its disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem). If n8n has enough memory, raise Max File Size under Options > File. No file was created.',
			},
		);
	}
}
