import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { Engine } from '../../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';

/** What a process with a reference service says first. */
interface Started {
	url: string;
	client: { id: string; secret: string };
}

/**
 * Runs something with a reference service of its own, which ends afterwards.
 *
 * @param script file in this folder that starts the service, and its arguments
 * @param use gets the process, for {@link ask}; the engine's credential is that of the service
 */
export async function withService<T>(
	engine: Engine,
	[script, ...args]: [script: string, ...args: string[]],
	use: (child: ChildProcess) => Promise<T>,
): Promise<T> {
	const child = fork(path.join(__dirname, script), args, { execArgv: ['--import', 'tsx'] });
	try {
		const { url, client } = await nextMessage<Started>(child);
		engine.setCredential(CREDENTIAL_ID, {
			baseUrl: url,
			clientId: client.id,
			clientSecret: client.secret,
		});
		return await use(child);
	} finally {
		child.disconnect();
	}
}

/** @returns what the process answers to a message */
export async function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
	const answer = nextMessage<T>(child);
	child.send(message);
	return await answer;
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
	const [message] = (await once(child, 'message')) as [T];
	return message;
}
