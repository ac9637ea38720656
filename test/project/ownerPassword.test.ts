import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ownerPassword, privateFolder, signingSecret } from '../../sandbox/server/password';

const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-password-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (...parts: string[]) => statSync(path.join(...parts)).mode & 0o777;

it.each([
	['password', ownerPassword, /^N8n-[\w-]{20}$/],
	['signing-secret', signingSecret, /^whsec_[\w-]{32}$/],
] as const)(
	'%s is another one for each folder, stays the same, and only its user can read it',
	(file, secretOf, form) => {
		const [first = '', second = ''] = ['a', 'b'].map((name) => path.join(folder, file, name));
		const secret = secretOf(first);
		expect(secret).toMatch(form);
		expect(secretOf(first)).toBe(secret);
		expect(secretOf(second)).not.toBe(secret);
		expect([modeOf(first), modeOf(first, file)]).toEqual([0o700, 0o600]);
	},
);

it('a folder that others could enter before is closed to them', () => {
	const open = path.join(folder, 'open');
	mkdirSync(open, { mode: 0o755 });
	privateFolder(open);
	expect(modeOf(open)).toBe(0o700);
});
