import type { IDataObject } from 'n8n-workflow';

import { isRecord, toRecord } from '../../shared/json';
import type { OutputRecord } from '../../shared/node/types';
import type { RecordOutput } from './types';

/** One item per record. */
export function toItems(): RecordOutput {
	const records: OutputRecord[] = [];
	return {
		add({ items }) {
			for (const item of items) records.push({ json: toJson(item) });
		},
		end: () => records,
		discard: () => records,
	};
}

/** @returns a record as the json of an item; those that are no objects, such as plain IDs, get a name */
export function toJson(record: unknown): IDataObject {
	return toRecord(isRecord(record) ? record : { value: record });
}
