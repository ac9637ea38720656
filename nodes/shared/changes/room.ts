import type { ByContent, ChangeOptions } from './changeOptions';
import { ChangesError } from './changesError';
import type { Kept, Values } from './state';
import { MARK_LENGTH, MAX_CHARACTERS } from './storedState';
import { sizeOfValues } from './storedValues';

/** Quotes and comma of a key. */
const PUNCTUATION = 3;

/** What decides how much room a history takes, and what makes it smaller. */
export type RoomSettings = Pick<ChangeOptions, 'by' | 'isDoneAtOnce'> &
	Partial<Pick<ByContent, 'watch'>>;

/**
 * @param values of the watched fields
 * @param isDoneAtOnce whether a record is processed when it is returned; otherwise, its values are stored
 *   as they were and as they are until then, so there has to be room for both from the start
 * @returns the characters that a record takes in a stored state, apart from characters to be escaped
 */
export function sizeOf(key: string, values?: Values, isDoneAtOnce = false): number {
	return key.length + PUNCTUATION + MARK_LENGTH + sizeOfValues(values) * (isDoneAtOnce ? 1 : 2);
}

/**
 * @param known the records that were to be remembered
 * @param requests different requests that the node remembers; absent for a trigger, which has one
 * @returns the error for a history that has no room in the workflow, with what takes the most room
 */
export function historyTooLarge(
	known: ReadonlyMap<string, Pick<Kept, 'values' | 'open'>>,
	settings: RoomSettings,
	requests?: number,
): ChangesError {
	const most = MAX_CHARACTERS.toLocaleString('en-US');
	const watched = largestOf(known);
	const message = [`The change history exceeds ${most} characters, the maximum for one workflow.`];
	if (watched)
		message.push(
			`The values of Watch Fields take ${watched.all.toLocaleString('en-US')} of them, most of all ${watched.field}.`,
		);
	if ((requests ?? 0) > 1)
		message.push(
			`It remembers ${requests} different requests of this node, so the URL or body must not contain what differs from run to run.`,
		);
	const fix = waysOut(settings, watched?.field, requests !== undefined);
	return new ChangesError(message.join(' '), fix.join(' '));
}

/** @returns what makes the history smaller with these settings */
function waysOut(
	{ by, isDoneAtOnce = false, watch = [] }: RoomSettings,
	largest: string | undefined,
	hasReset: boolean,
): string[] {
	const split = 'split the list over several workflows with a filter in the URL.';
	const reset = hasReset
		? ['Reset Change History removes what earlier URLs and deleted nodes have stored.']
		: [];
	if (watch.length > 0) {
		const remove = `Remove ${largest ?? 'fields'} from Watch Fields under Options > Changes`;
		const once = 'which stores each value once instead of twice';
		return isDoneAtOnce
			? [`${remove}, or ${split}`, ...reset]
			: [`${remove}, set Mark as Processed to Immediately, ${once}, or ${split}`, ...reset];
	}
	const ways = {
		content: 'Set Find Changes By to Changed-At Field if the API can filter by it',
		changedAt: isDoneAtOnce
			? 'Reduce Overlap under Options > Changes'
			: 'Set Mark as Processed to Immediately, or Output to Batches to a Workflow',
	};
	return [`${ways[by]}, choose a shorter Record Key, or ${split}`, ...reset];
}

/** @returns the characters of all values, and the field that has the most of them; `undefined` without any */
function largestOf(
	known: ReadonlyMap<string, Pick<Kept, 'values' | 'open'>>,
): { all: number; field: string } | undefined {
	const sizes = new Map<string, number>();
	for (const { values, open } of known.values())
		for (const [field, value] of [values, open].flatMap((some) => Object.entries(some ?? {})))
			sizes.set(field, (sizes.get(field) ?? 0) + JSON.stringify(value).length);
	const [largest] = [...sizes].sort(([, one], [, other]) => other - one);
	if (!largest) return undefined;
	return { all: [...sizes.values()].reduce((sum, size) => sum + size), field: largest[0] };
}
