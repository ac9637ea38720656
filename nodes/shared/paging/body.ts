import { isRecord } from '../json';
import type { JsonObject, Parameters, ParameterValue } from './types';

/**
 * Sets members of a body. A dotted name writes a nested member, unless the body has that very key.
 *
 * @returns a deep copy; the original body is never changed, whatever the sender does
 */
export function withMembers(body: JsonObject, parameters: Parameters): JsonObject {
	const copy = structuredClone(body);
	for (const [name, value] of parameters) {
		// An array is a part of a response, and of the resume point.
		if (value !== undefined) setMember(copy, name, structuredClone(value));
	}
	return copy;
}

function setMember(target: JsonObject, name: string, value: ParameterValue): void {
	if (Object.hasOwn(target, name)) {
		target[name] = value;
		return;
	}
	const segments = name.split('.');
	const last = segments.pop() ?? name;
	let parent = target;
	for (const segment of segments) {
		const member = Object.hasOwn(parent, segment) ? parent[segment] : undefined;
		const next = isRecord(member) ? member : {};
		parent[segment] = next;
		parent = next;
	}
	parent[last] = value;
}

/**
 * @returns the part of a dotted parameter name at which the body contains something other than an
 *   object, so that writing below it would destroy it; `undefined` when there is none
 */
export function blockedBy(body: JsonObject, name: string): string | undefined {
	if (Object.hasOwn(body, name)) return undefined;
	const segments = name.split('.');
	let parent: unknown = body;
	for (let length = 1; length < segments.length; length++) {
		const segment = segments[length - 1] ?? '';
		if (!isRecord(parent) || !Object.hasOwn(parent, segment)) return undefined;
		parent = parent[segment];
		if (parent === undefined || parent === null) return undefined;
		if (!isRecord(parent)) return segments.slice(0, length).join('.');
	}
	return undefined;
}
