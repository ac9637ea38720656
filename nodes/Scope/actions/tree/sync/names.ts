import type { Fold } from '../../../../shared/ids';

/** The fold for names that a person takes for the same: without letter case, spaces, and widths. */
export const looseFold: Fold = (name) => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** @returns a path in the form in which results show it */
export function pathText(names: string[]): string {
	return names.join(' / ');
}
