/** What goes through a whole list, or through the members of an object. */
const METHODS: ReadonlyArray<[owner: object, name: string | symbol]> = [
	...['every', 'filter', 'find', 'flatMap', 'includes', 'map', 'some', Symbol.iterator].map(
		(name): [object, string | symbol] => [Array.prototype, name],
	),
	...['entries', 'keys', 'values'].map((name): [object, string] => [Object, name]),
];

/**
 * Measures work without a clock, by the lengths of what is gone through. A list that is left early
 * counts as a whole.
 */
export async function workOf(run: () => Promise<unknown>): Promise<number> {
	let work = 0;
	const originals = METHODS.map(([owner, name]) => {
		const original: unknown = Reflect.get(owner, name);
		if (typeof original !== 'function') throw new Error(`No method ${String(name)}`);
		Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
			const result: unknown = Reflect.apply(original, this, args);
			const list = owner === Object ? result : this;
			work += Array.isArray(list) ? list.length : 0;
			return result;
		});
		return () => Reflect.set(owner, name, original);
	});
	try {
		await run();
		return work;
	} finally {
		for (const restore of originals) restore();
	}
}
