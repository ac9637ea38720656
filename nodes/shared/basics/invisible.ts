/** Control characters and separators of lines and paragraphs, which could forge a line of a log. */
export const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Characters that show nothing themselves: marks of direction, blanks of no width, soft hyphens, fillers,
 * and those that shape their neighbors.
 */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * {@link INVISIBLE} without those that shape their neighbors, so that the text would be another one
 * without them: joiners, with which Persian and emoji of families are written, variants and tags of emoji,
 * and the signs of Arabic numbers, which are format characters that Unicode does not let anyone ignore.
 */
export const WITHOUT_EFFECT =
	/(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
