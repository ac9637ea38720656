/** @returns a name as it is compared: without separators, in lower case; letters of every language remain */
export function plain(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** @returns names as they are compared */
export function named(...names: string[]): ReadonlySet<string> {
	return new Set(names.map(plain));
}

/** @returns the last name of a path: `next` of `links.next` */
export function lastOf(path: string): string {
	return path.slice(path.lastIndexOf('.') + 1);
}
