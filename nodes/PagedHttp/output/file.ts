import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { downloadName } from '../../shared/http/fileName';
import { userError } from '../../shared/n8n/nodeErrors';
import { placeOffDisk } from '../../shared/n8n/filePlace';
import { passThrough } from '../../shared/n8n/streams';
import { numberOf, readNames, switchOf, toChoice, toText } from '../../shared/node/coerce';
import type { InputItem } from '../../shared/node/inputItem';
import { MEGABYTE } from '../../shared/service/body';
import { forSpreadsheets, maxFileSize } from '../properties';
import { FORMATS } from './formats';
import type { RecordOutput } from './recordOutput';

/**
 * One item with a file, which grows in n8n's storage while the pages arrive: what was written takes no
 * memory.
 *
 * @throws UserError naming the option that is wrong
 */
export function toFile(item: InputItem): RecordOutput {
	const { context, options } = item;
	const format = toChoice(item.value('fileFormat', 'ndjson'), 'File Format', FORMATS);
	const entered = downloadName(undefined, toText(options.fileName, 'File Name') || 'records');
	const name = /\.\w{1,16}$/.test(entered) ? entered : `${entered}.${format.extension}`;
	const encoder = format.encoder({
		columns: readNames(options.csvColumns, 'CSV Columns'),
		isForSpreadsheets: switchOf(options, forSpreadsheets),
	});
	const mostMegabytes = numberOf(options, maxFileSize);
	const pipe = passThrough();
	let stored: Promise<IBinaryData> | undefined;
	let isOnDisk = false;
	let records = 0;
	let bytes = 0;

	const start = () => {
		stored ??= context.helpers.prepareBinaryData(pipe, name, format.mimeType);
		// Whoever writes or closes gets the error.
		stored.catch(() => {});
		return stored;
	};

	/**
	 * @returns resolves when the storage has room for more
	 * @throws UserError when the file is too large for where n8n keeps it
	 * @throws what the storage throws, such as for a full disk
	 */
	const write = async (text: string) => {
		if (text === '') return;
		const part = Buffer.from(text);
		bytes += part.length;
		if (!isOnDisk && bytes > mostMegabytes * MEGABYTE) {
			await checkStorage(context, mostMegabytes);
			isOnDisk = true;
		}
		const written = new Promise<void>((resolve) => {
			pipe.write(part, () => resolve());
		});
		// The storage says why it takes no more; the pipe would only say that it was closed.
		await Promise.race([start(), written]);
	};
	return {
		async add({ items, index }) {
			await write(encoder.encode(items, index + 1));
			records += items.length;
		},
		async end() {
			await write(encoder.end());
			const file = start();
			pipe.end();
			const binary = await file;
			return [
				{ json: { fileName: binary.fileName ?? name, records, bytes }, binary: { data: binary } },
			];
		},
		warnings: () => encoder.warnings?.() ?? [],
		async discard() {
			pipe.destroy(new Error('The file is not complete'));
			await stored?.catch(() => {});
			return [];
		},
	};
}

/** @throws UserError where n8n does not write files to its disk while they arrive */
async function checkStorage(context: IExecuteFunctions, mostMegabytes: number): Promise<void> {
	const place = await placeOffDisk(context);
	if (place === undefined) return;
	throw userError(
		`The file is larger than ${mostMegabytes} MB, and n8n is set to keep files ${place}`,
		'n8n then loads the whole file into memory. Set Output to Batches to a Workflow, or have n8n keep files on its disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem). If n8n has enough memory, raise Max File Size under Options > File. No file was created.',
	);
}
