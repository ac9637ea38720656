/**
 * Writes a position into the text that an API wants as the value of its parameter.
 *
 * @param template text with `{position}`; `{last}` is the last record of the page, counted like an
 *   offset, and `{size}` the page size. Without it, the position is the value.
 */
export function valueOf(
	template: string | undefined,
	position: string | number,
	size = 0,
): string | number {
	if (template === undefined) return position;
	const values = { position, size, last: Number(position) + size - 1 };
	return template.replace(/\{(position|size|last)\}/g, (_, name: keyof typeof values) =>
		String(values[name]),
	);
}

/**
 * @param request the part `request` of a paging scheme
 * @returns whether its requests say how many records a page is to have: by a parameter of its own, or in
 *   the template, such as `{position}-{last}`
 */
export function sendsSize({
	limitParameter,
	valueTemplate = '',
}: {
	limitParameter?: string | undefined;
	valueTemplate?: string | undefined;
}): boolean {
	return limitParameter !== undefined || /\{(size|last)\}/.test(valueTemplate);
}
