import { countOf } from '../basics/countOf';
import { isRecord } from '../basics/guards';
import { hashOf } from '../basics/hash';
import { canonicalJson } from '../basics/json';
import type { ReadRecord } from './record';
import type { Kept, Samples } from './state';
import { withoutFields } from './withoutFields';

/** With fewer records, all of them may well have changed. */
const FEWEST = 3;

/** Records that are compared field by field. */
const MOST_SAMPLES = 3;

/** Fields of a record that are compared; objects are looked into up to so many levels. */
const MOST_FIELDS = 100;
const MOST_LEVELS = 3;

/** Fields that are named. */
const MOST_NAMED = 3;

/** Characters of a hash: two values of a field have the same one once in 10^9 times. */
const HASH_LENGTH = 5;

/**
 * Notices fields that differ with each request, such as the time of the answer: with these, all records
 * are changed ones in each run. Only a hash of a record is known from the run before, so a few records
 * have one for each of their fields; neither their names nor their values are stored.
 */
export class UnstableFields {
	private readonly read = new Map<string, string>();
	private known = 0;
	private changed = 0;
	/** Paths of the fields that differ in all records that were compared. */
	private differing: string[] | undefined;

	/**
	 * @param before what the run before has kept
	 * @param ignore paths of fields that are not compared
	 */
	constructor(
		private readonly before: Samples,
		private readonly ignore: readonly string[],
	) {}

	/**
	 * Notes a record that this run has read for the first time.
	 *
	 * @param kept what is kept of it since the run before
	 */
	add({ key, hash, json }: ReadRecord, kept: Kept | undefined): void {
		if (kept) this.known++;
		if (kept && kept.hash !== hash) this.changed++;
		const before = this.before.get(key);
		if (before === undefined && this.read.size >= MOST_SAMPLES) return;
		const hashes = hashesOf(withoutFields(json, this.ignore));
		this.read.set(key, [...hashes.values()].join(''));
		if (before === undefined) return;
		const old = new Set(splitHashes(before));
		this.differing = [...hashes.keys()].filter(
			(path) => !old.has(hashes.get(path) ?? '') && (this.differing?.includes(path) ?? true),
		);
	}

	/** @returns what is to be kept for the next run: of the same records, as long as they are there */
	samples(): Samples {
		const again = [...this.before].map(([key, old]) => [key, this.read.get(key) ?? old] as const);
		const others = [...this.read].filter(([key]) => !this.before.has(key));
		const isThere = ([key]: readonly [string, string]) => this.read.has(key);
		const all = [...again, ...others];
		// After a run that has read something, those that it did not read may be gone.
		return new Map((this.read.size > 0 ? all.filter(isThere) : all).slice(0, MOST_SAMPLES));
	}

	/** @returns what the user has to know once the whole list was read */
	warnings(): string[] {
		const { known, changed, differing = [] } = this;
		if (known < FEWEST || changed < known || differing.length === 0) return [];
		const named = differing.slice(0, MOST_NAMED).join(', ');
		return [
			`All ${countOf(known, 'known record')} have changed since the last run, in ${named}. If that differs with each request, add it to Ignore Fields under Options > Changes, or choose the fields that matter in Watch Fields.`,
		];
	}
}

/** @returns a hash of the value of each field, by the path of the field, in the order of the paths */
function hashesOf(json: Record<string, unknown>): Map<string, string> {
	const hashed = fieldsOf(json)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.slice(0, MOST_FIELDS)
		.map((field) => [field[0], hashOf(canonicalJson(field), HASH_LENGTH)] as const);
	return new Map(hashed);
}

type Field = [path: string, value: unknown];

function fieldsOf(json: Record<string, unknown>): Field[] {
	let fields = Object.entries(json);
	for (let level = 1; level < MOST_LEVELS; level++)
		fields = fields.flatMap(([path, value]): Field[] =>
			isRecord(value)
				? Object.entries(value).map(([name, member]) => [`${path}.${name}`, member])
				: [[path, value]],
		);
	return fields;
}

function splitHashes(text: string): string[] {
	return Array.from({ length: Math.floor(text.length / HASH_LENGTH) }, (_, at) =>
		text.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
	);
}
