import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

it('the table of designs says what Source: Automatic finds', async () => {
	// In a process of its own, since the formatter cannot be loaded by Jest.
	const command = ['--import', 'tsx', 'scripts/automatic.ts', '--check'];
	await expect(promisify(execFile)(process.execPath, command)).resolves.toMatchObject({
		stderr: '',
	});
});
