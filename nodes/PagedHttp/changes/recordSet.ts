import type { INodeExecutionData } from 'n8n-workflow';

import { recordKeyOf, recordValueAt } from '../../shared/changes/record';
import type { StoredRead } from './storedReads';

/** Records that were read, by the reads that they are of. It does not change. */
export class RecordSet {
	static readonly EMPTY = new RecordSet(new Map());

	private count: number | undefined;
	private paths: ReadonlyMap<string, ReadonlyMap<string, StoredRead[]>> | undefined;

	private constructor(private readonly byRead: ReadonlyMap<StoredRead, ReadonlySet<string>>) {}

	/** @returns the record of an item that a reader has returned, or all that it has returned in a file */
	static ofItem(read: StoredRead, { json, binary }: INodeExecutionData): RecordSet {
		const key = keyIn(json, read);
		if (key !== undefined) return new RecordSet(new Map([[read, new Set([key])]]));
		if (!binary) return RecordSet.EMPTY;
		const { known } = read.state;
		const returned = [...known.keys()].filter((name) => known.get(name)?.isReturned);
		return new RecordSet(new Map([[read, new Set(returned)]]));
	}

	/** @returns the records of several sets */
	static union(sets: Iterable<RecordSet>): RecordSet {
		const [first = RecordSet.EMPTY, ...others] = new Set(sets);
		if (others.length === 0) return first;
		const byRead = new Map<StoredRead, Set<string>>();
		for (const set of [first, ...others]) {
			for (const [read, keys] of set.byRead) {
				const all = byRead.get(read) ?? new Set();
				byRead.set(read, all);
				for (const key of keys) all.add(key);
			}
		}
		return new RecordSet(byRead);
	}

	/** How many records there are, of all reads. */
	get size(): number {
		return (this.count ??= [...this.byRead.values()].reduce((sum, { size }) => sum + size, 0));
	}

	/** @returns the keys of the records of a read */
	keysOf(read: StoredRead): ReadonlySet<string> {
		return this.byRead.get(read) ?? new Set();
	}

	/** @returns what is not in another set */
	without(other: RecordSet): RecordSet {
		if (other.byRead.size === 0) return this;
		const left = [...this.byRead].map(([read, keys]) => {
			const taken = other.keysOf(read);
			return [read, new Set([...keys].filter((key) => !taken.has(key)))] as const;
		});
		return new RecordSet(new Map(left));
	}

	/** @returns the only one of several records whose key an item has; `undefined` where there is none */
	namedBy({ json }: INodeExecutionData): RecordSet | undefined {
		if (this.size < 2) return undefined;
		const named = [...this.keyPaths()].flatMap(([path, readsByKey]) => {
			const key = recordKeyOf(recordValueAt(json, path)) ?? '';
			return (readsByKey.get(key) ?? []).map((read) => ({ read, key }));
		});
		const [only, ...others] = named;
		if (!only || others.length > 0) return undefined;
		return new RecordSet(new Map([[only.read, new Set([only.key])]]));
	}

	/** @returns the reads of each key, by the paths of the Record Keys: every item is looked up in it */
	private keyPaths(): ReadonlyMap<string, ReadonlyMap<string, StoredRead[]>> {
		if (this.paths) return this.paths;
		const paths = new Map<string, Map<string, StoredRead[]>>();
		for (const [read, keys] of this.byRead) {
			const path = read.run?.recordKey ?? '';
			const readsByKey = paths.get(path) ?? new Map<string, StoredRead[]>();
			paths.set(path, readsByKey);
			for (const key of keys) readsByKey.set(key, [...(readsByKey.get(key) ?? []), read]);
		}
		return (this.paths = paths);
	}
}

/** @returns the key that an item has at the Record Key of a read */
function keyIn(json: INodeExecutionData['json'], { run }: StoredRead): string | undefined {
	return recordKeyOf(recordValueAt(json, run?.recordKey ?? ''));
}
