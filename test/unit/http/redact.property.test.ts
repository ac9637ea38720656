import fc from 'fast-check';

import { redactor } from '../../../nodes/shared/http/redact';
import { anyText } from '../../helpers/anyText';

it('leaves no secret in any text, whatever its characters', () => {
	const secrets = anyText({ minLength: 4, maxLength: 40 }).filter(
		(s) => !/[*\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(s),
	);
	fc.assert(
		fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
			const clean = redactor([secret]);
			for (const form of [
				secret,
				encodeURIComponent(secret),
				JSON.stringify(secret).slice(1, -1),
			]) {
				expect(clean(before + form + after)).not.toContain(form);
			}
		}),
		{ numRuns: 300 },
	);
});
