import fc from 'fast-check';

import { verifySignature } from '../../../nodes/shared/webhook/signature';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS } from '../../helpers/amounts';
import { anyText } from '../../helpers/anyText';
import { hmacHex, NOW_SECONDS, signedHeaders } from './sign';

const runs = { numRuns: FUZZ_RUNS };
const foreign = hmacHex('another secret', '1', '');
const body = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes));

const POOL = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
const NOISE = ['v0=00', 'v2=ff', 'v1=', 'v1=zz', `v1=${foreign}0`, '', foreign, `V1=${foreign}`];

test(
	'any choice and order of secrets and signatures: accepted if and only if one matches',
	() => {
		const configured = fc.array(fc.constantFrom(...POOL, '', '  '), { maxLength: 6 });
		// At most eight and six, so that the sixteenth value is never passed.
		const presented = fc.array(fc.constantFrom(...POOL, 'foreign'), { maxLength: 8 });
		const noise = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(...NOISE)), { maxLength: 6 });

		fc.assert(
			fc.property(configured, presented, noise, body, (secrets, signers, extra, bytes) => {
				const timestamp = String(NOW_SECONDS);
				const values = signers.map((signer) => `v1=${hmacHex(signer, timestamp, bytes)}`);
				for (const [at, value] of extra) values.splice(at % (values.length + 1), 0, value);

				const verdict = verifySignature({
					body: bytes,
					headers: { 'x-service-signature': values.join(', '), 'x-service-timestamp': timestamp },
					secrets,
					now: NOW_SECONDS * 1000,
					toleranceSeconds: 300,
				});

				const usable = secrets.filter((text) => text.trim() !== '');
				const matching = usable.filter((text) => signers.includes(text));
				expect(verdict.accepted).toBe(matching.length > 0);
				if (!verdict.accepted) {
					expect(verdict.reason === 'noSecret').toBe(usable.length === 0);
					return;
				}
				expect(verdict.secretIndex).toBe(secrets.findIndex((text) => matching.includes(text)));
				expect(verdict.retiredSecretOnly).toBe(!usable.some((text) => text === signers[0]));
			}),
			runs,
		);
	},
	FUZZ_TIMEOUT_MS,
);

test(
	'the tolerance decides about genuine deliveries alone, and to the second',
	() => {
		// Near the limit on either side, where the mistakes are.
		const beyond = fc.integer({ min: -3, max: 3 });
		fc.assert(
			fc.property(
				beyond,
				fc.constantFrom(1, -1),
				fc.nat(600),
				fc.nat(999),
				fc.boolean(),
				(excess, sign, tolerance, ms, forged) => {
					const seconds = sign * (tolerance + excess);
					const timestamp = String(NOW_SECONDS - seconds);
					const verdict = verifySignature({
						body: Buffer.from('{}'),
						headers: signedHeaders('{}', { secrets: ['mine'], timestamp }),
						secrets: [forged ? 'other' : 'mine'],
						now: NOW_SECONDS * 1000 + ms,
						toleranceSeconds: tolerance,
					});
					const inside = Math.abs(seconds) <= tolerance;
					const word = verdict.accepted ? 'accepted' : verdict.reason;
					expect(word).toBe(forged ? 'wrongSignature' : inside ? 'accepted' : 'outsideTolerance');
				},
			),
			runs,
		);
	},
	FUZZ_TIMEOUT_MS,
);

test(
	'whatever a stranger sends is refused, and nothing throws',
	() => {
		const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), maxLength: 70 });
		const value = fc.oneof(
			anyText({ maxLength: 100 }),
			hex.map((digits) => `v1=${digits}`),
			fc.array(hex.map((digits) => `v1=${digits.padEnd(64, '0')}`)).map((all) => all.join(',')),
		);
		const name = fc.constantFrom(
			'x-service-signature',
			'X-Service-Signature',
			'x-service-timestamp',
			'__proto__',
			'host',
		);
		const header = fc.oneof(value, fc.array(value, { maxLength: 4 }), fc.constant(undefined));
		const stamp = fc.oneof(value, fc.nat().map(String), fc.constant(String(NOW_SECONDS)));

		fc.assert(
			fc.property(fc.dictionary(name, header), stamp, body, (headers, timestamp, bytes) => {
				const verdict = verifySignature({
					body: bytes,
					headers: { 'x-service-timestamp': timestamp, ...headers },
					secrets: ['mine'],
					now: NOW_SECONDS * 1000,
					toleranceSeconds: 300,
				});
				expect(verdict.accepted).toBe(false);
			}),
			runs,
		);
	},
	FUZZ_TIMEOUT_MS,
);
