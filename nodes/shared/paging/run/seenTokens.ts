import { hashOf } from './hash';

/** Number of hashes in a resume point, the newest ones: it has to stay small. */
const MOST_HASHES = 1_000;

/** Remembers every token, cursor or URL of a run, to notice when one is repeated. */
export class SeenTokens {
	private readonly hashes: Set<string>;

	/**
	 * @param resumed hashes of an earlier run
	 * @param first identity of the first request, where a page could lead back to it
	 */
	constructor(resumed: readonly string[], first: string | undefined) {
		this.hashes = new Set(resumed);
		this.add(first);
	}

	has(identity: string | undefined): boolean {
		return identity !== undefined && this.hashes.has(hashOf(identity));
	}

	add(identity: string | undefined): void {
		if (identity !== undefined) this.hashes.add(hashOf(identity));
	}

	/** @returns the hashes for a resume point */
	toResume(): { seen?: string[] } {
		return this.hashes.size === 0 ? {} : { seen: Array.from(this.hashes).slice(-MOST_HASHES) };
	}
}
