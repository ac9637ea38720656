const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How units are called. */
const UNITS: ReadonlyArray<[name: RegExp, milliseconds: number]> = [
	[/^(?:ms|msecs?|millis|milliseconds?)$/, 1],
	[/^(?:s|secs?|seconds?)$/, SECOND],
	[/^(?:m|mins?|minutes?)$/, MINUTE],
	[/^(?:h|hrs?|hours?)$/, HOUR],
	[/^(?:d|days?)$/, 24 * HOUR],
];

/** A number with its unit: `20s`, `1.5 minutes`. */
const PART = /^,? ?(?:and )?(\d{1,15}(?:\.\d{1,9})?) ?([a-z]{1,12})/;

/** Hours, minutes, and seconds, as .NET writes them: `00:01:30`, `00:01:30.5000000`. */
const OF_CLOCK = /^(\d{1,4}):(\d\d):(\d\d(?:\.\d{1,9})?)$/;

/** @returns how long a unit is, in milliseconds; `undefined` when it is none */
export function unitOf(name: string): number | undefined {
	return UNITS.find(([unit]) => unit.test(name))?.[1];
}

/**
 * Reads a duration at the beginning of a text, for people or for machines: `1m30s`, `20 seconds.`,
 * `PT1M30S` (ISO 8601), or all of `00:01:30`.
 *
 * @returns milliseconds; `undefined` when the text does not begin with one
 */
export function readDuration(text: string): number | undefined {
	const [, hours, minutes, seconds] = OF_CLOCK.exec(text) ?? [];
	if (hours !== undefined)
		return Number(hours) * HOUR + Number(minutes) * MINUTE + Math.ceil(Number(seconds) * SECOND);
	let rest = text.toLowerCase().replace(/^pt/, '');
	let sum: number | undefined;
	for (;;) {
		const [part, number, name = ''] = PART.exec(rest) ?? [];
		const unit = unitOf(name);
		if (part === undefined || unit === undefined) return sum;
		sum = (sum ?? 0) + Math.ceil(Number(number) * unit);
		rest = rest.slice(part.length);
	}
}
