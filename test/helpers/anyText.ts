import fc from 'fast-check';

/** Text of any characters. fast-check's own `binary` makes a table of all of them, for a second. */
export function anyText(length: { minLength?: number; maxLength: number }): fc.Arbitrary<string> {
	return fc
		.array(fc.nat(0x10ffff), length)
		.map((characters) => String.fromCodePoint(...characters));
}
