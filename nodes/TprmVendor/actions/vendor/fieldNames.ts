/**
 * Whether a service usually sets a field of a vendor itself. The specification names the id and the
 * status, which has calls of its own, and leaves all other fields open.
 */
export function isSetByService(name: string): boolean {
	return (
		name === 'id' || name === 'status' || /^(?:created|updated)(?:_?(?:at|on|by))$/i.test(name)
	);
}
