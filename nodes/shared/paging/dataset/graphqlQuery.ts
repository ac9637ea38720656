/** Block strings, strings and comments, in which a variable's name means nothing. */
const NO_CODE = /"""(?:"{0,2}(?:[^"\\]|\\[\s\S]))*"{0,3}|"(?:[^"\\\n]|\\.)*"?|#[^\n\r]*/g;

/**
 * Finds the variables that a GraphQL document declares.
 *
 * A declaration is the only place where a variable is followed by a colon, so no parser is needed
 * once strings and comments are removed.
 *
 * @param query the document
 * @returns the declared type by name (without `$`); a type that ends in `!` and has no default value
 *   must be sent with every request
 */
export function declaredVariables(query: string): Map<string, string> {
	const code = query.replace(NO_CODE, ' ');
	const declarations = code.matchAll(
		/\$([_A-Za-z][_A-Za-z0-9]*)[\s,]*:[\s,]*([[\]!_A-Za-z0-9]*)([\s,]*=)?/g,
	);
	return new Map(
		Array.from(declarations, ([, name = '', type = '', initial]) => [
			name,
			initial === undefined ? type : type.replace(/!$/, ''),
		]),
	);
}
