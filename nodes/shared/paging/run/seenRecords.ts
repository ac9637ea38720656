import { isRecord } from '../../basics/guards';
import { memberOf } from '../../basics/members';
import { ID_NAMES } from '../response/knownNames';

/** How many records and IDs are remembered at most, in 16 to 32 MB; those after them are not compared. */
const MOST_REMEMBERED = 1_000_000;

const FIRST_SLOTS = 1_024;

/**
 * The records of a run, to notice those that come twice, or that no page before had. Of each record only
 * a number of 53 bits is kept, in a table that is at most half full; 0 is a free slot.
 */
export class SeenRecords {
	private copies = 0;
	/** Records without an ID that are equal to one of another page. */
	private equal = 0;
	/** Whether no two records of a page were equal: then those of two pages hardly are by chance. */
	private areDistinct = true;
	/** Whether no page had two records with the same ID: one that is not unique identifies nothing. */
	private isUnique = true;
	private slots = new Float64Array(FIRST_SLOTS);
	private size = 0;

	/** Records that came twice: by their ID, or equal in everything, ID included. */
	get twice(): number {
		return this.isUnique ? this.copies : 0;
	}

	/** Records that may have come twice: they have no ID, but are equal to one of another page. */
	get alike(): number {
		return this.areDistinct ? this.equal : 0;
	}

	/**
	 * Takes note of the records of a page.
	 *
	 * @param texts the records as JSON
	 */
	add(records: readonly unknown[], texts: readonly string[]): void {
		const ids = records.map(idOf);
		// Each text is read once: it takes most of the time.
		const numbers = texts.map(numberOf);
		const idNumbers = ids.map((id) => (id === undefined ? undefined : numberOf(id)));
		const known = idNumbers.map((number) => number !== undefined && this.holds(number));
		// If most IDs of a page are known, they are no IDs of records: row numbers restart on each page, and a sensor
		// has the same ID every day.
		const isFew = known.filter(Boolean).length * 2 <= records.length;
		for (const [at, number] of numbers.entries()) {
			if (ids[at] === undefined) this.equal += Number(this.holds(number));
			else if ((known[at] && isFew) || this.holds(number)) this.copies++;
		}
		this.areDistinct &&= new Set(texts).size === texts.length;
		const own = ids.filter((id) => id !== undefined);
		this.isUnique &&= new Set(own).size === own.length;
		for (const number of [...numbers, ...idNumbers])
			if (number !== undefined) this.remember(number);
	}

	/** @returns whether a record, as JSON, was on a page before */
	has(text: string): boolean {
		return this.holds(numberOf(text));
	}

	private holds(number: number): boolean {
		return this.slots[this.slotOf(number)] === number;
	}

	private remember(number: number): void {
		if (this.size >= MOST_REMEMBERED) return;
		if (this.size * 2 >= this.slots.length) this.grow();
		const slot = this.slotOf(number);
		if (this.slots[slot] !== 0) return;
		this.slots[slot] = number;
		this.size++;
	}

	private grow(): void {
		const before = this.slots;
		this.slots = new Float64Array(before.length * 2);
		for (const number of before) if (number !== 0) this.slots[this.slotOf(number)] = number;
	}

	/** @returns the slot with the number, or the free one that it belongs to */
	private slotOf(number: number): number {
		const { length } = this.slots;
		let slot = number % length;
		for (let found = this.slots[slot]; found !== 0 && found !== number; found = this.slots[slot])
			slot = (slot + 1) % length;
		return slot;
	}
}

/** What a record can be inside of: `{ "cursor": "abc", "node": { "id": 7 } }` of Relay, an entry of FHIR. */
const HOLDERS = ['node', 'resource'];

/** @returns the ID of a record with its name, or of the record inside of it; `undefined` when it has none */
function idOf(record: unknown): string | undefined {
	if (!isRecord(record)) return undefined;
	const own = ownIdOf(record);
	if (own !== undefined) return own;
	const inside = HOLDERS.map((name) => memberOf(record, name)).find(isRecord);
	return inside && ownIdOf(inside);
}

function ownIdOf(record: Record<string, unknown>): string | undefined {
	for (const name of ID_NAMES) {
		const id = memberOf(record, name);
		if (typeof id === 'string' || typeof id === 'number') return `${name} ${id}`;
	}
	return undefined;
}

/** Bits of the lower half of the number, and factors that spread similar texts over all of it. */
const LOW_BITS = 32;
const HIGH_MASK = 0x1f_ff_ff;
const LOW_FACTOR = 0x01_00_01_93;
const HIGH_FACTOR = 0x85_eb_ca_6b;

/** @returns a number from 1 to 2^53 - 1 that two texts have in common only by an unlikely chance */
function numberOf(text: string): number {
	let low = 0x81_1c_9d_c5;
	let high = text.length;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		low = Math.imul(low ^ code, LOW_FACTOR);
		high = Math.imul(high ^ code ^ (low >>> 15), HIGH_FACTOR);
	}
	low = Math.imul(low ^ (low >>> 16), HIGH_FACTOR);
	high ^= high >>> 13;
	return (high & HIGH_MASK) * 2 ** LOW_BITS + (low >>> 0) || 1;
}
