import { fingerprint } from './fingerprint';
import { remembered } from './resume';

/** Notices when a numbered page holds what the page before it held. Remembers that page only. */
export class PageMemory {
	private before: string | undefined;
	private current: string | undefined;

	/** @param resumed fingerprint of the page before the first one of this run */
	constructor(private resumed: string | undefined) {}

	/** @returns whether the records are those of the page before; no records repeat nothing */
	isRepeat(records: unknown[]): boolean {
		this.current = textOf(records);
		if (records.length === 0 || this.current === undefined) return false;
		if (this.resumed !== undefined) return fingerprint(this.current) === this.resumed;
		return this.before === this.current;
	}

	/** Remembers the page asked about last in place of the one before it. */
	keep(): void {
		this.resumed = undefined;
		this.before = this.current;
	}

	/** @returns what a resume point keeps */
	toResume(): { previous?: string } {
		const previous =
			this.resumed ?? (this.before === undefined ? undefined : fingerprint(this.before));
		return previous === undefined ? {} : { previous };
	}
}

/** Compared as JSON: the consumer may change the records it was handed. */
function textOf(records: unknown[]): string | undefined {
	try {
		return JSON.stringify(records);
	} catch {
		return undefined; // a sender that parses numbers into bigint
	}
}

/** Notices when a token, cursor or URL comes again, however many pages later. */
export class TokenMemory {
	private readonly seen: Set<string>;

	/**
	 * @param resumed fingerprints of an earlier run
	 * @param first identity of the first request, where a page could lead back to it
	 */
	constructor(resumed: readonly string[], first: string | undefined) {
		this.seen = new Set(resumed);
		this.add(first);
	}

	isRepeat(identity: string | undefined): boolean {
		return identity !== undefined && this.seen.has(fingerprint(identity));
	}

	add(identity: string | undefined): void {
		if (identity !== undefined) this.seen.add(fingerprint(identity));
	}

	/** @returns what a resume point keeps */
	toResume(): { seen?: string[] } {
		return this.seen.size === 0 ? {} : { seen: remembered(this.seen) };
	}
}
