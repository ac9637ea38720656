import type { ChildProcess } from 'node:child_process';

import type { Engine } from '../../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { startProcess } from './process';

/** What a process with a reference service says first. */
interface Started {
	url: string;
	client: { id: string; secret: string };
}

/**
 * Runs something with a reference service of its own, which ends afterwards.
 *
 * @param script file in this folder that starts the service, and its arguments
 * @param use gets the process, for `ask`; the engine's credential is that of the service
 */
export async function withService<T>(
	engine: Engine,
	[script, ...args]: [script: string, ...args: string[]],
	use: (child: ChildProcess) => Promise<T>,
): Promise<T> {
	const { child, first } = await startProcess<Started>(script, ...args);
	try {
		engine.setCredential(CREDENTIAL_ID, {
			baseUrl: first.url,
			clientId: first.client.id,
			clientSecret: first.client.secret,
		});
		return await use(child);
	} finally {
		child.disconnect();
	}
}
