/**
 * Loaded into each process of n8n before n8n itself. The driver of its database waits one second for
 * another process that writes: on a slow disk, the server or a command fails while the other one stores
 * something.
 */
const { createRequire } = require('node:module');
const { isMainThread } = require('node:worker_threads');

const WAIT_MS = 60_000;

// A thread of n8n's has no database.
if (isMainThread) {
	const sqlite3 = createRequire(process.argv[1])('sqlite3');
	sqlite3.Database = class extends sqlite3.Database {
		constructor(...args) {
			super(...args);
			this.configure('busyTimeout', WAIT_MS);
		}
	};
}
