import { execFile, spawnSync } from 'node:child_process';

import { Listeners } from '../helpers/listen';

const COMMAND = ['--import', 'tsx', 'sandbox/service/emit.ts'];

const emit = (...args: string[]) =>
	spawnSync(process.execPath, [...COMMAND, ...args], { encoding: 'utf8' });

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

it.each([
	['refused', 401, 'Check the signing secret'],
	['delivered', 200, 'Received and ignored: not one of the events that start this workflow'],
])('prints what the receiver says: %s', async (state, status, message) => {
	const answer = JSON.stringify({ message });
	const listeners = new Listeners();
	const url = await listeners.http((_, response) => {
		response.writeHead(status).end(answer);
	});
	const args = [...COMMAND, 'vendor.created', '--to', url, '--secret', 'whsec_1'];
	const printed = await new Promise<string>((resolve) => {
		execFile(process.execPath, args, (_error, stdout) => resolve(stdout));
	});
	listeners.close();
	expect(printed).toMatch(new RegExp(`^${state} .* responses: ${status}\n +${answer}`));
});
