import type { IExecuteFunctions } from 'n8n-workflow';

import { InputItem } from './inputItem';
import { skipsOthers } from './onError';
import type { DoneResult, FailedResult, Task } from './operation';

/**
 * Runs tasks, up to Concurrent Requests of them at once, and yields their results in the order of the
 * tasks. Tasks that change the same record run one after the other, in that order too.
 *
 * After an error that stops the node, no task is started, and those in progress are waited for. What
 * they did is yielded before the error, which can thus say what was done.
 *
 * @param ahead how many more tasks to start: each waits by itself until there is room for its requests
 * @throws UserError when Concurrent Requests is not a number from 1 to 32
 */
export async function* runTasks<Result extends object = DoneResult>(
	context: IExecuteFunctions,
	tasks: Iterable<Task<Result>>,
	ahead = 0,
): AsyncGenerator<Result | FailedResult> {
	const most = new InputItem(context, 0).concurrentRequests + ahead;
	const waiting = tasks[Symbol.iterator]();
	const running = new Set<Promise<void>>();
	const lastOf = new Map<string, Promise<void>>();
	const results = new Map<number, Array<Result | FailedResult>>();
	let isStopped = false;

	const start = ({ items, records, run }: Task<Result>, place: number) => {
		const before = records.flatMap((record) => lastOf.get(record) ?? []);
		const work = async () => {
			await Promise.all(before);
			if (isStopped) return;
			const result = await run().catch((error: unknown) => [{ items, error }]);
			results.set(place, result);
			isStopped ||= result.some(isFailed) && skipsOthers(context);
		};
		const done = work().finally(() => {
			running.delete(done);
			for (const record of records) if (lastOf.get(record) === done) lastOf.delete(record);
		});
		running.add(done);
		for (const record of records) lastOf.set(record, done);
	};

	for (let started = 0, yielded = 0; ; await Promise.race(running)) {
		for (let result; !isStopped && (result = results.get(yielded)); yielded++) {
			results.delete(yielded);
			yield* result;
		}
		while (!isStopped && running.size < most) {
			const task = waiting.next();
			if (task.done) break;
			start(task.value, started++);
		}
		if (running.size === 0) break;
	}
	const left = [...results].sort(([a], [b]) => a - b).flatMap(([, result]) => result);
	yield* left.filter((result) => !isFailed(result));
	yield* withOthers(left.filter(isFailed));
}

/** @returns the first error with the others, since a node that stops shows one only; none for none */
export function withOthers([first, ...others]: FailedResult[]): FailedResult[] {
	// The same object, since callers may have kept it.
	return first ? [Object.assign(first, { others })] : [];
}

function isFailed(result: object): result is FailedResult {
	return 'error' in result;
}
