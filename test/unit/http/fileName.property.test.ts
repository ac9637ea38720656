import fc from 'fast-check';

import { downloadName } from '../../../nodes/shared/http/fileName';
import { anyText } from '../../helpers/anyText';

it('is one plain part of a path, whatever the header', () => {
	const devices = ['con', 'PRN', 'aux', 'nul', 'com1', 'LPT9', 'CONIN$', '.', ' ', '. '];
	const any = fc.oneof(
		anyText({ maxLength: 400 }),
		fc
			.tuple(
				fc.constantFrom(...devices),
				fc.constantFrom(...devices, '.txt'),
				anyText({ maxLength: 20 }),
			)
			.map((parts) => parts.join('')),
	);
	fc.assert(
		fc.property(any, any, fc.boolean(), (value, fallback, extended) => {
			const header = extended
				? `attachment; filename*=UTF-8''${value}`
				: `attachment; filename="${value}"`;
			const name = downloadName(header, fallback);
			// eslint-disable-next-line no-control-regex
			expect(name).not.toMatch(/[/\\<>:"|?*\u0000-\u001f\u007f\u202e]/);
			expect(['', '.', '..']).not.toContain(name);
			expect(name.trim()).toBe(name);
			expect(name).not.toMatch(/[. ]$/);
			expect(name).not.toMatch(/^(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d) *(\.|$)/i);
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
		}),
		{ numRuns: 300 },
	);
});
