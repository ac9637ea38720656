import { downloadName } from '../../shared/http/fileName';
import { numberOf, readNames, switchOf, toChoice, toText } from '../../shared/node/coerce';
import type { InputItem } from '../../shared/node/inputItem';
import { forSpreadsheets, maxFileSize } from '../properties';
import { FORMATS } from './formats';
import { partsOf } from './keptRecords';
import type { OutputRun, RecordOutput } from './recordOutput';
import { StoredFile } from './storedFile';

/**
 * One item with a file, which grows in n8n's storage while the pages arrive: what was written takes no
 * memory. A run that continues another one begins with the file of that.
 *
 * @throws UserError naming the option that is wrong
 */
export function toFile(item: InputItem, { kept }: OutputRun): RecordOutput {
	const { context, options } = item;
	const format = toChoice(item.value('fileFormat', 'ndjson'), 'File Format', FORMATS);
	const entered = downloadName(undefined, toText(options.fileName, 'File Name') || 'records');
	const name = /\.\w{1,16}$/.test(entered) ? entered : `${entered}.${format.extension}`;
	const table = {
		columns: readNames(options.csvColumns, 'CSV Columns'),
		isForSpreadsheets: switchOf(options, forSpreadsheets),
	};
	const encoder = format.encoder(table, kept?.written);
	const file = new StoredFile(context, name, format.mimeType, numberOf(options, maxFileSize));
	let records = kept?.records ?? 0;

	return {
		async begin() {
			if (kept) for await (const part of partsOf(context, kept)) await file.write(part);
		},
		async add({ items, index }) {
			await file.write(encoder.encode(items, index + 1));
			records += items.length;
		},
		async end() {
			await file.write(encoder.end());
			const binary = await file.end();
			const { bytes } = file;
			return [
				{ json: { fileName: binary.fileName ?? name, records, bytes }, binary: { data: binary } },
			];
		},
		warnings: () => encoder.warnings?.() ?? [],
		async discard() {
			await file.discard();
			return [];
		},
		async keep() {
			// A page without records has begun nothing.
			const written = records > 0 ? (encoder.written?.() ?? {}) : undefined;
			return { file: await file.end(), bytes: file.bytes, records, written };
		},
	};
}
