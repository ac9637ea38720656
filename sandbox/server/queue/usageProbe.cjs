/**
 * Loaded into a process of n8n by `--require`. On SIGUSR2 it collects garbage, and writes what the process
 * uses to `probe.json` in its user folder.
 */
const { renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('SIGUSR2', () => {
	// The second time frees what the finalizers of the first released.
	collectGarbage();
	setImmediate(() => {
		collectGarbage();
		const { heapUsed, rss } = process.memoryUsage();
		const resources = {};
		for (const type of process.getActiveResourcesInfo())
			resources[type] = (resources[type] ?? 0) + 1;
		const file = path.join(process.env.N8N_USER_FOLDER, 'probe.json');
		writeFileSync(`${file}.new`, JSON.stringify({ heapUsed, rss, resources }));
		renameSync(`${file}.new`, file);
	});
});
