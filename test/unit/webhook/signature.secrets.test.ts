import { isUsableSecret } from '../../../nodes/shared/webhook/signature';
import { OLD_SECRET, SECRET, signedHeaders } from './sign';
import { BODY, HEX, OLD_HEX, reason, verify, withSignature } from './verify';

describe('the secrets', () => {
	const both = `v1=${HEX},v1=${OLD_HEX}`;

	test('case 52: during a rotation the new secret is enough, without a hint', () => {
		expect(withSignature(both, [SECRET])).toMatchObject({
			accepted: true,
			retiredSecretOnly: false,
			additionalSecretOnly: false,
		});
	});

	test('case 52: the old secret is enough, with the hint that it is about to end', () => {
		expect(withSignature(both, [OLD_SECRET])).toMatchObject({
			accepted: true,
			secretIndex: 0,
			retiredSecretOnly: true,
			additionalSecretOnly: false,
		});
	});

	test.each([[[SECRET, OLD_SECRET]], [[OLD_SECRET, SECRET]]])(
		'case 52: having both needs no hint (%j)',
		(secrets) => {
			expect(withSignature(both, secrets)).toMatchObject({
				secretIndex: 0,
				retiredSecretOnly: false,
				additionalSecretOnly: false,
			});
		},
	);

	test('after the overlap a new secret that is only an additional one is pointed out', () => {
		expect(withSignature(`v1=${HEX}`, [OLD_SECRET, SECRET])).toMatchObject({
			secretIndex: 1,
			retiredSecretOnly: false,
			additionalSecretOnly: true,
		});
	});

	test('case 55: only the old secret after the overlap', () => {
		expect(reason(withSignature(`v1=${HEX}`, [OLD_SECRET]))).toBe('wrongSignature');
	});

	test.each([[[]], [['']], [[' ', '\t\n', '']]])('case 56: no usable secret (%j)', (secrets) => {
		expect(reason(verify({ secrets }))).toBe('noSecret');
		expect(reason(verify({ secrets, headers: {} }))).toBe('noSecret');
	});

	test('case 56: a signature made with an empty secret is refused', () => {
		const headers = signedHeaders(BODY, { secrets: [''] });
		expect(reason(verify({ headers, secrets: [''] }))).toBe('noSecret');
		expect(reason(verify({ headers, secrets: ['', SECRET] }))).toBe('wrongSignature');
	});

	test('blanks around a pasted secret do no harm, and blank ones keep the numbering', () => {
		expect(verify({ secrets: ['', ` ${SECRET}\n`] })).toMatchObject({
			secretIndex: 1,
			additionalSecretOnly: false,
		});
	});

	test.each(['wrong', SECRET.toUpperCase(), `${SECRET}x`, SECRET.slice(0, -1)])(
		'case 58: a wrong secret (%s)',
		(secret) => expect(reason(verify({ secrets: [secret] }))).toBe('wrongSignature'),
	);

	test.each(['', ' ', '\t\n', '\u200b', '\u2060\u00ad', '\u00a0'])(
		'case 56: a secret of invisible characters only (%j) does not count',
		(secret) => {
			expect(isUsableSecret(secret)).toBe(false);
			expect(isUsableSecret(`${secret}x`)).toBe(true);
			expect(reason(verify({ secrets: [secret] }))).toBe('noSecret');
		},
	);
});
