import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ownerPassword } from '../../sandbox/server/password';

const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-password-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is another one for each folder, stays the same, and only its user can read it', () => {
	const [first, second] = ['a', 'b'].map((name) => path.join(folder, name, 'n8n'));
	const password = ownerPassword(String(first));
	expect(password).toMatch(/^N8n-[\w-]{20}$/);
	expect(ownerPassword(String(first))).toBe(password);
	expect(ownerPassword(String(second))).not.toBe(password);
	const { mode } = statSync(path.join(String(first), 'password'));
	expect(mode & 0o777).toBe(0o600);
});
