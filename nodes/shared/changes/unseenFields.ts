import { isPresent } from '../paging/path';

/** Notices fields that are to be watched, and that no record has: nothing would ever change in them. */
export class UnseenFields {
	private readonly unseen: Set<string>;
	private hasRecords = false;

	/** @param watch paths of the fields */
	constructor(watch: readonly string[]) {
		this.unseen = new Set(watch);
	}

	/** Notes a record; a field that is null, or in an object that is, may have a value later. */
	add(json: Record<string, unknown>): void {
		this.hasRecords = true;
		for (const path of this.unseen) if (isPresent(path, { body: json })) this.unseen.delete(path);
	}

	/** @returns what the user has to know once the whole list was read */
	warnings(): string[] {
		if (!this.hasRecords || this.unseen.size === 0) return [];
		const paths = [...this.unseen].join(', ');
		return [
			`No record has ${paths}, which ${this.unseen.size === 1 ? 'is' : 'are'} in Watch Fields, so its changes are not found. Check the path.`,
		];
	}
}
