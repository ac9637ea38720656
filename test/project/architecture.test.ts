import { spawnSync } from 'node:child_process';

it('no circle between files or folders, and every room imports only what it may', () => {
	const rooms = ['nodes', 'credentials', 'sandbox', 'scripts', 'bench'];
	const command = ['node_modules/.bin/depcruise', '--config', '.dependency-cruiser.cjs', ...rooms];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
	expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});
