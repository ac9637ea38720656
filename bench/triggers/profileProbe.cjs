/**
 * Loaded into n8n by `--require`. The first SIGUSR2 starts a CPU profile, the second writes it to
 * `profile.json` in the user folder.
 */
const { renameSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const path = require('node:path');

let session;

process.on('SIGUSR2', () => {
	if (!session) {
		session = new Session();
		session.connect();
		session.post('Profiler.enable');
		return session.post('Profiler.start');
	}
	const running = session;
	session = undefined;
	running.post('Profiler.stop', (error, result) => {
		const file = path.join(process.env.N8N_USER_FOLDER, 'profile.json');
		writeFileSync(`${file}.new`, JSON.stringify(error ?? result.profile));
		renameSync(`${file}.new`, file);
		running.disconnect();
	});
});
