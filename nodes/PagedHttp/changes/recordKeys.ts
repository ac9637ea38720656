import type { INodeExecutionData } from 'n8n-workflow';

import { recordKeyOf, recordValueAt } from '../../shared/changes/record';
import type { StoredRead } from './storedReads';

/** Keys of records by the read that they are of. */
export class RecordKeys extends Map<StoredRead, Set<string>> {
	/** How many records there are, of all reads. */
	get count(): number {
		return [...this.values()].reduce((sum, { size }) => sum + size, 0);
	}

	addKeys(read: StoredRead, keys: Iterable<string>): void {
		const found = this.get(read) ?? new Set();
		this.set(read, found);
		for (const key of keys) found.add(key);
	}

	/** Adds the record of an item that a reader has returned, or all that it has returned in a file. */
	addReturned(read: StoredRead, { json, binary }: INodeExecutionData): void {
		const key = keyIn(json, read);
		if (key !== undefined) return this.addKeys(read, [key]);
		if (!binary) return;
		for (const [name, { isReturned }] of read.state.known)
			if (isReturned) this.addKeys(read, [name]);
	}

	/**
	 * Adds the one of some records whose key an item has.
	 *
	 * @param candidates what the item may stand for
	 * @returns whether the item has the key of one of them, or there is none that it may stand for
	 */
	addNamed({ json }: INodeExecutionData, candidates: RecordKeys): boolean {
		if (candidates.count === 0) return true;
		const named = [...candidates].flatMap(([read, keys]) => {
			const key = keyIn(json, read) ?? '';
			return keys.has(key) ? [{ read, key }] : [];
		});
		const [only, ...others] = named;
		if (!only || others.length > 0) return false;
		this.addKeys(only.read, [only.key]);
		return true;
	}
}

/** @returns the key that an item has at the Record Key of a read */
function keyIn(json: INodeExecutionData['json'], { run }: StoredRead): string | undefined {
	return recordKeyOf(recordValueAt(json, run?.recordKey ?? ''));
}
