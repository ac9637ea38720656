import { spawnSync } from 'node:child_process';

const emit = (...args: string[]) =>
	spawnSync(process.execPath, ['--import', 'tsx', 'scripts/service.ts', 'emit', ...args], {
		encoding: 'utf8',
	});

// Nothing listens there.
const TO = ['--to', 'http://127.0.0.1:9/webhook', '--secret', 'whsec_1', '--time-scale', '0'];

it('refuses an event that does not exist, and lists those that do', () => {
	const { status, stdout, stderr } = emit('vendor.create', ...TO);
	expect(stderr).toMatch(/^There is no event vendor\.create\. The events are:\n/);
	expect(stderr).toContain('  vendor.created\n');
	expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});

it('sends such an event with --unknown', () => {
	expect(emit('contract.signed', '--unknown', ...TO).stdout).toContain('contract.signed');
});
