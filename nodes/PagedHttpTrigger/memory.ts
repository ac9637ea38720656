import type { IDataObject } from 'n8n-workflow';

import { reachedOf } from '../shared/changes/state';
import type { ReadState } from '../shared/changes/types';
import { isRecord } from '../shared/json';

/** Key of the node's static data: n8n stores it with what a poll returns. */
const KEY = 'records';

/**
 * @param staticData of the node
 * @returns what is known of the list; `undefined` before the first poll, and once another list is read
 */
export function recall(staticData: IDataObject, listId: string): ReadState | undefined {
	const kept: unknown = staticData[KEY];
	if (!isRecord(kept) || kept.list !== listId || !isRecord(kept.known)) return undefined;
	const known = Object.entries(kept.known).map(([key, hash]) => [key, String(hash)]);
	return { ...reachedOf(kept), known: Object.fromEntries(known) };
}

/** Replaces what is known: n8n notices changes of a key of its own only. */
export function remember(staticData: IDataObject, listId: string, state: ReadState): void {
	staticData[KEY] = { list: listId, ...state };
}
