import type { ChangeOptions } from '../changes/changeOptions';
import { checkFilter, filterDataset } from '../changes/filter';
import { ChangeReader } from '../changes/reader';
import type { ReadState } from '../changes/state';
import { MAX_CHARACTERS } from '../changes/storedState';
import { ServerClock } from './serverClock';
import type { ChangeSettings, ReadInput, Source } from './types';

/** What to read with, what selects from its pages, and what observes it. */
export interface LimitedRead {
	input: ReadInput;
	/** Lets the records through that are new or changed. */
	reader: ChangeReader;
	/** Notes the time of the server, which changed-at values are compared with. */
	serverClock: ServerClock;
}

/**
 * Limits a read to what has changed.
 *
 * @param state what was kept of the runs before, see `begin`
 * @param more what else there is to know of the node's other reads
 * @throws DatasetError when the Changed-At Parameter is in the request already
 */
export function limitToChanges(
	input: ReadInput,
	settings: ChangeSettings,
	state: ReadState,
	more: Pick<ChangeOptions, 'requests' | 'isAnother' | 'holdsRemovals'> = {},
): LimitedRead {
	const serverClock = new ServerClock();
	const reader = new ChangeReader(state, {
		...{ ...settings, ...more },
		isDoneAtOnce: settings.marks === 'atOnce',
		now: () => serverClock.seconds,
		maxCharacters: MAX_CHARACTERS,
	});
	const source = filterSource(input, settings, state);
	return { reader, serverClock, input: { ...input, source } };
}

/** @returns where to read from: only what has changed since the cursor, if the API can filter by that */
function filterSource(
	{ source, baseUrl }: ReadInput,
	settings: ChangeSettings,
	{ cursor }: ReadState,
): Source {
	if (settings.by !== 'changedAt' || source.kind !== 'dataset') return source;
	checkFilter(source.dataset, baseUrl, settings);
	return { ...source, dataset: filterDataset(source.dataset, cursor, settings) };
}
