import { userError } from '../n8n/nodeErrors';
import { environmentFor, unlessCancelled } from '../n8n/cancel';

/** The end of the last run that writes, by what it writes to. */
const ends = new Map<string, Promise<void>>();

/**
 * Waits until no other run of this process writes to the same records: what one has planned, the other would change.
 * Runs of other processes are not seen.
 *
 * @param key the same for runs that write to the same records
 * @param mostMs how long to wait, in milliseconds
 * @param signal ends the wait when the execution is canceled
 * @returns what to call when the run has ended
 * @throws UserError when the other run has not ended by then; OperationalError when canceled
 */
export async function takeTurn(
	key: string,
	mostMs: number,
	signal: AbortSignal | undefined,
): Promise<() => void> {
	const before = ends.get(key);
	let end = () => {};
	const own = new Promise<void>((resolve) => (end = resolve));
	const both = Promise.all([before, own]).then(() => {
		if (ends.get(key) === both) ends.delete(key);
	});
	ends.set(key, both);
	if (!before) return end;
	let isMine = false;
	try {
		isMine = await isOver(before, mostMs, signal);
	} finally {
		if (!isMine) end();
	}
	if (isMine) return end;
	throw userError(
		`Another run in this n8n has been writing to the same records for ${mostMs / 1000} seconds`,
		'Nothing was written. Run the node again when the other run has ended, or raise Max Wait under Options > Advanced.',
	);
}

/** @returns whether the other run has ended in time */
async function isOver(
	before: Promise<void>,
	mostMs: number,
	signal: AbortSignal | undefined,
): Promise<boolean> {
	const over = new AbortController();
	const waits = environmentFor(over.signal).sleep(mostMs);
	const timeout = waits.then(
		() => false,
		() => false,
	);
	try {
		const ended = before.then(() => true);
		return await unlessCancelled(async () => await Promise.race([ended, timeout]), signal);
	} finally {
		over.abort();
	}
}
