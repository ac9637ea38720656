const ADDRESS = /@/;

/** Letters, then a blank or a comma, then letters: `Doe, John`, `Jane Doe`. */
const NAME = /\p{L}[,\s]\s*\p{L}/u;

/** @returns whether a text looks like the name or the email address of a person, and not like an ID */
export function looksLikePerson(text: string): boolean {
	return ADDRESS.test(text) || NAME.test(text);
}
