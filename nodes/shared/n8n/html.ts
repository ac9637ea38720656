import { plainText } from '../basics/plainText';

/**
 * Writes a text for a place that may show text or HTML.
 *
 * Why: n8n shows the message of an error as HTML in the toast of a failed run, when a workflow cannot be
 * published, and in the tooltip of a node on the canvas; its sanitizer keeps links and their styles, so that
 * a text of an API could cover the page with a link. The same message is text in the error panel, in error
 * items, in error workflows, in lists, and in the answers of webhooks. There is no tag without the sign
 * `<`, so another sign takes its place, which is not a tag in HTML, and reads alike in text.
 *
 * Since: all supported versions.
 * Until: n8n shows messages as text.
 *
 * @returns `Not found: ‹a href="…">` for `Not found: <a href="…">`; on one line, without characters that
 *   deceive
 * @see https://github.com/n8n-io/n8n/blob/master/packages/frontend/editor-ui/src/app/composables/useToast.ts
 */
export function asText(text: string): string {
	return plainText(text).replaceAll('<', '‹');
}

/**
 * Writes a text as HTML.
 *
 * Why: n8n's error panel shows the description of an error as HTML, with what is between two backticks as
 * code, and hints are HTML, too. There a text can be seen as it was sent.
 *
 * Since: all supported versions.
 * Until: n8n shows them as text.
 *
 * @returns `&lt;a href="…">` for `<a href="…">`; on one line, without characters that deceive
 * @see https://github.com/n8n-io/n8n/blob/master/packages/frontend/editor-ui/src/features/ndv/runData/components/error/NodeErrorView.vue
 */
export function asHtml(text: string): string {
	return plainText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('`', '&#96;');
}

/** @returns lines as HTML, where a line break alone would only be a space */
export function linesAsHtml(lines: readonly string[]): string {
	return lines.map(asHtml).join('<br>\n');
}

/** @returns the lines that {@link linesAsHtml} has written, or those of another text */
export function linesOfHtml(html: string): string[] {
	return html
		.replaceAll('<br>', '')
		.split('\n')
		.map((line) => line.replaceAll('&lt;', '<').replaceAll('&#96;', '`').replaceAll('&amp;', '&'));
}
