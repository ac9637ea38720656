/** A bound on a body. */
export interface BodyLimits {
	/** Largest size after unpacking, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
	/** Longest time without a byte, in milliseconds. */
	silenceMs: number;
	/** What to do about a larger body. */
	hint: string;
	/** Applied to the text before it is parsed. */
	hide?: (text: string) => string;
}
