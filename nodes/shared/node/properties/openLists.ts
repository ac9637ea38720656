import { randomUUID } from 'crypto';

/** The bounds of what is kept; times in milliseconds. */
export interface OpenListBounds {
	maxLists: number;
	maxIdleMs: number;
	now: () => number;
}

/** Long enough to scroll to the end, short enough that the list is still current. */
const DEFAULT_BOUNDS: OpenListBounds = { maxLists: 10, maxIdleMs: 2 * 60 * 1000, now: Date.now };

/**
 * Lists that are open in editors, in the memory of this process: a list is read once, and its further
 * pages are cut from what was read.
 */
export class OpenLists<T> {
	/** Least recently used first. */
	private readonly byId = new Map<string, { owner: string; entries: T[]; usedAt: number }>();

	constructor(private readonly bounds = DEFAULT_BOUNDS) {}

	/**
	 * @param owner who may ask for further pages; contains no secret
	 * @returns the id to ask for them with
	 */
	open(owner: string, entries: T[]): string {
		this.removeIdle();
		const id = randomUUID();
		this.byId.set(id, { owner, entries, usedAt: this.bounds.now() });
		const [oldest] = this.byId.keys();
		if (this.byId.size > this.bounds.maxLists && oldest !== undefined) this.byId.delete(oldest);
		return id;
	}

	/** @returns the list; `undefined` if it is not kept any longer, or is someone else's */
	get(id: string, owner: string): T[] | undefined {
		this.removeIdle();
		const list = this.byId.get(id);
		if (list?.owner !== owner) return undefined;
		this.byId.delete(id);
		this.byId.set(id, { ...list, usedAt: this.bounds.now() });
		return list.entries;
	}

	/** Forgets a list whose last page was returned. */
	close(id: string): void {
		this.byId.delete(id);
	}

	private removeIdle(): void {
		const earliest = this.bounds.now() - this.bounds.maxIdleMs;
		for (const [id, { usedAt }] of this.byId) if (usedAt < earliest) this.byId.delete(id);
	}
}
