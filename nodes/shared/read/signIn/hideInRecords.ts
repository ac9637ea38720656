import { isRecord } from '../../basics/guards';
import { memberOf } from '../../basics/members';

/** @returns a text without secrets; the same text when it has none */
type Hide = (text: string) => string;

/**
 * Hides secrets in the texts and names of records, however deep they are.
 *
 * @param records what an API has sent
 * @returns the same array when no record has a secret, or a copy
 */
export function hideInRecords(records: unknown[], hide: Hide): unknown[] {
	// Without functions that call themselves: a record may be deeper than functions can call each other.
	if (!hasSecret(records, hide)) return records;
	const hidden = [...records];
	const open: object[] = [hidden];
	for (let parent = open.pop(); parent; parent = open.pop()) {
		// One after the other: pairs of all elements take many times the memory of a long array.
		for (const name of Array.isArray(parent) ? parent.keys() : Object.keys(parent)) {
			const value: unknown = Reflect.get(parent, name);
			const copy = copyWithout(value, hide);
			if (copy === value) continue;
			Reflect.set(parent, name, copy);
			if (typeof copy === 'object' && copy !== null) open.push(copy);
		}
	}
	return hidden;
}

/** @returns whether a text or a name has a secret: most pages have none, and need no copy */
function hasSecret(records: unknown[], hide: Hide): boolean {
	const open: unknown[] = [records];
	while (open.length > 0) {
		const value = open.pop();
		if (typeof value === 'string' && hide(value) !== value) return true;
		if (Array.isArray(value)) for (const one of value as unknown[]) open.push(one);
		else if (isRecord(value))
			for (const name of Object.keys(value)) open.push(name, memberOf(value, name));
	}
	return false;
}

/** @returns what an API has sent, without the secrets in texts and names; what is inside is the same */
function copyWithout(value: unknown, hide: Hide): unknown {
	if (typeof value === 'string') return hide(value);
	if (Array.isArray(value)) return value.slice();
	const members = isRecord(value) ? Object.entries(value) : [];
	if (members.length === 0) return value;
	return Object.fromEntries(members.map(([name, one]) => [hide(name), one]));
}
