import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Starts a script of this folder in a process of its own, so that its work and memory are not those of
 * what is measured. It ends when its channel is disconnected.
 *
 * @returns the process, and what it says first
 */
export async function startProcess<First>(
	script: string,
	...args: string[]
): Promise<{ child: ChildProcess; first: First }> {
	const child = fork(path.join(__dirname, script), args, { execArgv: ['--import', 'tsx'] });
	return { child, first: await nextMessage<First>(child) };
}

/** @returns what the process answers to a message */
export async function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
	const answer = nextMessage<T>(child);
	child.send(message);
	return await answer;
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
	const ended = new AbortController();
	const stop = () => ended.abort(new Error('The process has ended'));
	child.once('exit', stop);
	try {
		const [message] = (await once(child, 'message', { signal: ended.signal })) as [T];
		return message;
	} finally {
		child.off('exit', stop);
	}
}
