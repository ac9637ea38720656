/** @returns an object with another value of one of its members */
export function replaced<T extends object>(object: T, member: string, value: unknown): T {
	return new Proxy(object, {
		get: (target, name): unknown => (name === member ? value : Reflect.get(target, name)),
	});
}
