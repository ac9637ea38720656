/** Two names are the same when this returns the same text for both. */
export type Fold = (name: string) => string;

/** The same letter can be encoded in several ways; NFC makes them one. */
export function nameFold(caseSensitive: boolean): Fold {
	return (name) => {
		const text = name.trim().normalize('NFC');
		return caseSensitive ? text : text.toLowerCase();
	};
}

/** The fold for names that a person takes for the same: without letter case, spaces, and widths. */
export const looseFold: Fold = (name) => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** @returns a path in the form in which results show it */
export function pathText(names: string[]): string {
	return names.join(' / ');
}
