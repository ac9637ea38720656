import { countOf } from '../basics/countOf';
import type { ChangeOptions } from './changeOptions';
import { ChangesError } from './changesError';

/** So many records may always be removed in one run, unless the list is empty. */
const ALWAYS_REMOVED = 10;

/** What a run that has read the whole list did not find. */
interface Removal {
	/** Records that are gone. */
	removed: number;
	/** Records that were known before. */
	known: number;
	/** Whether the list has no record. */
	isEmptyList: boolean;
}

/**
 * The brake: an API that is out of order may return only a part of the list, or none of it.
 *
 * @returns why the records that are gone must not be taken for removed ones; `undefined` when they may
 */
export function brakeOf(
	{ removed, known, isEmptyList }: Removal,
	{ maxRemoved, emptyList }: Pick<ChangeOptions, 'maxRemoved' | 'emptyList'>,
): ChangesError | undefined {
	if (isEmptyList) {
		if (removed === 0 || emptyList === 'remove') return undefined;
		return new ChangesError(
			`The list is empty, so ${countOf(removed, 'known record')} would be removed. None was returned or stored as removed.`,
			'Check what the API returns, and any filters. If the list may be empty, set Empty List under Options > Changes to Remove All.',
		);
	}
	if (removed <= ALWAYS_REMOVED || removed <= (known * maxRemoved) / 100) return undefined;
	return new ChangesError(
		`${removed} of ${known} records are gone from the list, more than ${maxRemoved} percent. They were not returned or stored as removed.`,
		'Check that the API still returns the whole list. If the records were really removed, raise Max Removed under Options > Changes for one run.',
	);
}
