import { isPing, type ReceivedEvent } from './readEvent';

/** What stands for every event. */
export const ALL_EVENTS = '*';

/** Why an event does not start the workflow. */
type NotWanted = 'takenForPing' | 'noName' | 'notSelected';

/**
 * Decides whether an event is selected.
 *
 * @param selected names, such as `vendor.created`, with `*` for any characters: `vendor.*`; or
 *   {@link ALL_EVENTS}, for those without a name too
 * @returns `undefined` when it is, else why it is not
 */
export function whyNotSelected(
	{ names }: ReceivedEvent,
	selected: readonly string[],
): NotWanted | undefined {
	const patterns = selected.filter((pattern) => pattern !== ALL_EVENTS);
	if (names.some((name) => patterns.some((pattern) => matches(pattern, name)))) return undefined;
	if (selected.includes(ALL_EVENTS)) return names.some(isPing) ? 'takenForPing' : undefined;
	return names.length === 0 ? 'noName' : 'notSelected';
}

/**
 * Compares a name with a pattern. Not by a regular expression: what a user enters could make it take
 * forever.
 *
 * @param pattern `vendor.*`, in which the asterisk stands for any characters, none included
 */
function matches(pattern: string, name: string): boolean {
	const [first = '', ...rest] = pattern.split('*');
	const last = rest.pop();
	if (last === undefined) return name === first;
	if (!name.startsWith(first)) return false;
	let at = first.length;
	for (const part of rest) {
		const found = name.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return name.length - last.length >= at && name.endsWith(last);
}
