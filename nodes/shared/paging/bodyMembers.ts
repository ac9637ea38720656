import { isRecord } from '../basics/guards';
import { memberOf, setMember } from '../basics/members';
import { readPath } from './path';
import type { JsonObject } from './types';

/**
 * Sets members of a body. A dotted name writes a nested member, unless the body has that very key.
 *
 * @returns a deep copy; the original body is never changed, whatever the sender does
 */
export function withMembers(
	body: JsonObject,
	parameters: ReadonlyArray<readonly [name: string, value: unknown]>,
): JsonObject {
	const copy = structuredClone(body);
	for (const [name, value] of parameters) {
		if (value === undefined) continue;
		const names = Object.hasOwn(copy, name) ? [name] : name.split('.');
		const last = names.pop() ?? name;
		let parent = copy;
		for (const segment of names) {
			const member = memberOf(parent, segment);
			const next = isRecord(member) ? member : {};
			setMember(parent, segment, next);
			parent = next;
		}
		// An array is a part of a response, and of the resume point.
		setMember(parent, last, structuredClone(value));
	}
	return copy;
}

/**
 * @returns the part of a dotted parameter name at which the body contains something other than an
 *   object, so that writing below it would destroy it; `undefined` when nothing is in the way
 */
export function blockedBy(body: JsonObject, name: string): string | undefined {
	if (Object.hasOwn(body, name)) return undefined;
	const names = name.split('.').slice(0, -1);
	const parents = names.map((_, at) => names.slice(0, at + 1).join('.'));
	return parents.find((path) => !isRecord(readPath(path, { body }) ?? {}));
}
