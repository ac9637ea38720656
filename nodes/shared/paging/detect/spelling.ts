/** How APIs write names of several words. */

/** @returns `page-token` for `pageToken` and `page_token` */
export function kebab(text: string): string {
	return snake(text).replaceAll('_', '-');
}

/** @returns the text with a small letter at its beginning */
export function lowerFirst(text: string): string {
	return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** @returns `pageToken` for `page_token` and `page-token` */
export function camel(text: string): string {
	return lowerFirst(text.replace(/[-_]([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase()));
}

/** @returns `page_token` for `pageToken` and `page-token` */
export function snake(text: string): string {
	return text
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.replaceAll('-', '_')
		.toLowerCase();
}
