import { isRecord, toRecord } from '../../shared/json';
import type { OutputRecord } from '../../shared/node/types';
import type { RecordOutput } from './types';

/** One item per record. */
export function toItems(): RecordOutput {
	const records: OutputRecord[] = [];
	return {
		add({ items }) {
			// Records that are not objects, such as plain ids, get a name.
			for (const item of items)
				records.push({ json: toRecord(isRecord(item) ? item : { value: item }) });
		},
		end: () => records,
	};
}
