import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = path.join(tmpdir(), 'grc-tprm-engine-');

/**
 * n8n's packages read their settings when they are loaded: import this before any of them, or they
 * write to the home folder of the user.
 */
function set(): void {
	const folder = mkdtempSync(PREFIX);
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

	process.env.N8N_USER_FOLDER = folder;
	// Nodes that write files write below it only.
	process.env.N8N_RESTRICT_FILE_ACCESS_TO = folder;
	process.env.N8N_ENCRYPTION_KEY = 'only for runs that keep nothing';
	process.env.N8N_LOG_LEVEL ??= 'silent';
	process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
}

// The test files of a process share n8n's packages, and with them the folder.
if (!process.env.N8N_USER_FOLDER?.startsWith(PREFIX)) set();
