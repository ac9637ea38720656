import type { FailedResult } from './operation';
import { namesRow } from './rowRanges';

/** @returns which row an error is about, unless its message or a note says so; n8n's editor counts items from 0 */
export function rowNote(
	{ items, note }: FailedResult,
	message: string,
	itemCount: number,
): string | undefined {
	const [item, ...others] = items;
	if (item === undefined || others.length > 0 || itemCount < 2) return undefined;
	if (namesRow(`${message}\n${note ?? ''}`, item)) return undefined;
	return `This is row ${item + 1} of ${itemCount}.`;
}
