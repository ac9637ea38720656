import type { IExecuteFunctions } from 'n8n-workflow';

import { downloadName } from '../../shared/http/fileName';
import { InputItem } from '../../shared/node/inputItem';
import { toBoolean, toNumber, toText } from '../../shared/node/parameters';
import { toChoice } from '../../shared/read/formInput';
import { DEFAULT_MAX_FILE_SIZE } from '../properties/output';
import { FORMATS } from './formats';
import { StoredFile } from './storedFile';
import type { RecordOutput } from './types';
import { untilFailure } from './untilFailure';

const MAX_FILE_SIZE = { fallback: DEFAULT_MAX_FILE_SIZE, min: 1 };

/**
 * One item with a file, which is stored while the pages arrive.
 *
 * @throws UserError naming the option that is wrong
 */
export function toFile(context: IExecuteFunctions, itemIndex: number): RecordOutput {
	const item = new InputItem(context, itemIndex);
	const { options } = item;
	const format = toChoice(item.value('fileFormat', 'ndjson'), 'File Format', FORMATS);
	const name = fileName(toText(options.fileName, 'File Name'), format.extension);
	const file = new StoredFile(context, {
		name,
		mimeType: format.mimeType,
		maxMegabytes: toNumber(options.maxFileSize, 'Max File Size', MAX_FILE_SIZE),
	});
	const encoder = format.encoder({
		columns: columnsOf(options.csvColumns),
		escapesFormulas: toBoolean(options.escapeFormulas, 'Escape Formulas', false),
	});
	let records = 0;
	const attempt = untilFailure();
	const write = async (text: () => string) => await attempt(async () => await file.write(text()));
	return {
		async add({ items, index }) {
			await write(() => encoder.encode(items, index + 1));
			records += items.length;
		},
		async end() {
			await write(() => encoder.end());
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

/** @returns a plain name with an extension */
function fileName(entered: string, extension: string): string {
	const name = downloadName(undefined, entered || 'records');
	return /\.\w{1,16}$/.test(name) ? name : `${name}.${extension}`;
}

function columnsOf(option: unknown): string[] {
	const names = Array.isArray(option)
		? option.map(String)
		: toText(option, 'CSV Columns').split(',');
	return names.map((name) => name.trim()).filter(Boolean);
}
