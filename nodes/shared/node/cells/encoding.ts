/** What is put for bytes that mean nothing in an encoding: `Z\ufffdrich`. */
const REPLACED = '\ufffd';

/**
 * Control characters that only wrong decoding makes: a dash of Windows is U+0096 in Latin-1, and of UTF-16, each
 * second character is U+0000.
 */
const CONTROL = /[^\P{Cc}\t\n\v\f\r]/u;

/**
 * UTF-8 that was read as Windows-1252: `ZÃ¼rich`, `PaÅ‚ac`, `â€“`, and the mark at the start of a file. What may
 * as well be a quote after a capital letter, counts only inside a word.
 */
const AS_WINDOWS =
	/[ÂÃ][\u00a0-\u00aa\u00ac-\u00ba\u00bc-\u00bf€ƒ†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|[ÄÅ][\u00a1-\u00aa\u00ac\u00af-\u00ba\u00bc-\u00bfƒ†‡ˆ‰•˜™]|[ÂÃÄÅ][«»‘’“”‚„–—…](?=\p{L})|â(?:€|‚¬|„¢|œ[“”…])|ï»¿|ðŸ/u;

/** UTF-8 that was read in the encoding of older Macs: `caf√©`. */
const AS_MAC = /\p{L}√[^\p{L}\p{N}\s]|√[§©®º∂∫≤≥]/u;

/** @returns whether a text cannot be what was written, since its file has another encoding than was thought */
export function isWronglyDecoded(text: string): boolean {
	return (
		text.includes(REPLACED) || CONTROL.test(text) || AS_WINDOWS.test(text) || AS_MAC.test(text)
	);
}
