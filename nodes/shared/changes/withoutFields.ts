import { isRecord } from '../basics/guards';
import { memberOf } from '../basics/members';

/**
 * @param paths as they are read: dotted, and a name that contains the dots itself wins
 * @returns a record without the fields at some paths; what is not on their way is shared with it
 */
export function withoutFields(
	json: Record<string, unknown>,
	paths: readonly string[],
): Record<string, unknown> {
	return paths.reduce((rest, path) => withoutPath(rest, path.split('.')), json);
}

function withoutPath(json: Record<string, unknown>, path: string[]): Record<string, unknown> {
	const lengths = path.map((_, index) => path.length - index);
	const length = lengths.find((some) => Object.hasOwn(json, path.slice(0, some).join('.')));
	if (length === undefined) return json;
	const name = path.slice(0, length).join('.');
	const others = Object.entries(json).filter(([other]) => other !== name);
	const member = memberOf(json, name);
	const inside = path.slice(length);
	if (inside.length > 0)
		others.push([name, isRecord(member) ? withoutPath(member, inside) : member]);
	return Object.fromEntries(others);
}
