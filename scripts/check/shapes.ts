import { isRecord } from '../../nodes/shared/basics/guards';

/** What stands for a name or word that might be a value. */
const HIDDEN = '(not shown)';

/** A name that a programmer has given, as opposed to a key that is data. */
const PLAIN_NAME = /^[@_a-z][a-z_]{0,39}\d?$/i;

/** Most names in one note. */
const MOST_NAMED = 40;

/** Words for a status that are no secret. */
const STATUSES = ['active', 'archived', 'draft', 'inactive', 'pending', 'disabled', 'deleted'];

/** @returns names of members, without those that may be data, such as a domain */
export function names(all: Iterable<string>): string {
	return listed(all, (name) => PLAIN_NAME.test(name));
}

/** @returns names of events, without texts that are none */
export function eventNames(all: Iterable<string>): string {
	return listed(all, isEventName);
}

function listed(all: Iterable<string>, isShown: (name: string) => boolean): string {
	const plain = [...new Set(all)].map((name) => (isShown(name) ? name : HIDDEN));
	const shown = [...new Set(plain)].sort();
	const more = shown.length - MOST_NAMED;
	return [...shown.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** @returns whether a text is made as the names of events are, such as `vendor.created` */
export function isEventName(text: string): boolean {
	return /^[a-z_]{1,40}\.[a-z_]{1,40}$/.test(text);
}

/** @returns a status as it is if it is a usual word; otherwise only that there is one */
export function statusWord(status: unknown): string {
	return typeof status === 'string' && STATUSES.includes(status) ? status : HIDDEN;
}

/** @returns what kind of value it is, and nothing of the value */
export function shapeOf(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'an array';
	if (!isRecord(value)) return typeof value === 'string' ? 'text' : `a ${typeof value}`;
	const members = Object.keys(value);
	return members.length === 0 ? 'an empty object' : `an object with ${names(members)}`;
}

/** Text that consists of digits and what separates the parts of a date. */
const LIKE_A_DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T]\d{1,2}:\d{2}[\d:.Z+-]*)?$/;

/** @returns the pattern of a date, such as `99-99-9999`; `undefined` for any other value */
export function datePattern(value: unknown): string | undefined {
	if (typeof value !== 'string' || !LIKE_A_DATE.test(value)) return undefined;
	return value.replace(/\d/g, '9');
}
