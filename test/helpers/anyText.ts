import fc from 'fast-check';

/** Text of any characters. fast-check's `binary` unit builds a table of them first, which takes a second. */
export function anyText(length: { minLength?: number; maxLength: number }): fc.Arbitrary<string> {
	return fc
		.array(fc.nat(0x10ffff), length)
		.map((characters) => String.fromCodePoint(...characters));
}
