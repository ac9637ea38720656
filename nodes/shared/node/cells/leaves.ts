import { isObject } from '../../basics/guards';
import { setMember } from '../../basics/members';

/**
 * Finds the values inside a list or an object, as n8n writes them into columns.
 *
 * @returns the value at each path, `["address", "city"]` by `address.city`; empty lists and objects have none
 */
export function leavesOf(value: unknown): Map<string, { path: string[]; value: unknown }> {
	const leaves = new Map<string, { path: string[]; value: unknown }>();
	const stack: Array<{ path: string[]; value: unknown }> = [{ path: [], value }];
	for (let leaf = stack.pop(); leaf; leaf = stack.pop()) {
		const { path } = leaf;
		if (isObject(leaf.value))
			for (const [name, member] of Object.entries(leaf.value).reverse())
				stack.push({ path: [...path, name], value: member });
		else leaves.set(path.join('.'), leaf);
	}
	return leaves;
}

/**
 * Sets a value inside a list or an object, and makes those on the way that are missing.
 *
 * @param target is changed
 */
export function setLeaf(target: object, path: readonly string[], value: unknown): void {
	const [name = '', next, ...others] = path;
	if (next === undefined) return setEntry(target, name, value);
	const present: unknown = Object.hasOwn(target, name) ? Reflect.get(target, name) : undefined;
	const inner = isObject(present) ? present : isIndex(next) ? [] : {};
	if (inner !== present) setEntry(target, name, inner);
	setLeaf(inner, [next, ...others], value);
}

function setEntry(target: object, name: string, value: unknown): void {
	setMember(target as Record<string, unknown>, name, value);
}

/** @returns lists and objects without the gaps that entries without a value have left in lists, at any depth */
export function withoutGaps(value: unknown): unknown {
	if (Array.isArray(value)) return Object.values(value).map(withoutGaps);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, withoutGaps(member)]),
	);
}

/** @returns whether a name is that of an entry of a list */
export function isIndex(name: string): boolean {
	return /^\d{1,4}$/.test(name);
}
