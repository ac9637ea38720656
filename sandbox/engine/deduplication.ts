import './environment';

import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	IDataDeduplicator,
} from 'n8n-workflow';

/** What Remove Duplicates has seen, by node or workflow; n8n's server has it in its database. */
const seen = new Map<string, Set<string>>();

function seenIn(scope: DeduplicationScope, { node, workflow }: ICheckProcessedContextData) {
	const key = JSON.stringify([workflow.id, scope === 'node' ? node?.name : '']);
	const known = seen.get(key) ?? new Set<string>();
	seen.set(key, known);
	return known;
}

const deduplicator: IDataDeduplicator = {
	async checkProcessedAndRecord(items, scope, place) {
		const known = seenIn(scope, place);
		const fresh = items.filter((item) => !known.has(String(item)));
		const processed = items.filter((item) => known.has(String(item)));
		for (const item of fresh) known.add(String(item));
		return { new: fresh, processed };
	},
	async removeProcessed(items, scope, place) {
		for (const item of items) seenIn(scope, place).delete(String(item));
	},
	async clearAllProcessedItems(scope, place) {
		seenIn(scope, place).clear();
	},
	async getProcessedDataCount(scope, place) {
		return seenIn(scope, place).size;
	},
};

/** n8n keeps one for the process, also when these sources are loaded again. */
function isStarted(): boolean {
	try {
		return DataDeduplicationService.getInstance() !== undefined;
	} catch {
		return false;
	}
}

/** Lets nodes compare their items with those of earlier runs in this process. */
export async function startDeduplication(): Promise<void> {
	if (!isStarted()) await DataDeduplicationService.init(deduplicator);
}
