import { unlessCancelled } from '../../shared/n8n/cancel';
import { userError } from '../../shared/n8n/nodeErrors';

/** A run that is reading a list. */
interface OpenRead {
	execution: string;
	/** Aborted when the run is stopped. */
	signal: AbortSignal | undefined;
	ended: Promise<void>;
}

/** By what names the list. */
const openReads = new Map<string, OpenRead>();

/**
 * Notes that a run is reading a list.
 *
 * @param list names it
 * @param isExclusive whether no other execution may be reading it; one that is being stopped is waited for
 * @returns to be called at the end of the read
 * @throws UserError when another execution is reading it
 */
export async function openRead(
	list: string,
	{ execution, signal }: Pick<OpenRead, 'execution' | 'signal'>,
	isExclusive: boolean,
): Promise<() => void> {
	for (let other = openReads.get(list); other; other = openReads.get(list)) {
		if (!isExclusive || other.execution === execution) break;
		if (!other.signal?.aborted) {
			throw userError(
				`Execution ${other.execution} is still reading this list`,
				'Wait until it has ended, or stop it. Two runs at once could continue the same one, and return its records twice.',
			);
		}
		// A batch of it may be in progress, and counts once it is done.
		const { ended } = other;
		await unlessCancelled(async () => await ended, signal);
	}
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	const own: OpenRead = { execution, signal, ended };
	openReads.set(list, own);
	return () => {
		if (openReads.get(list) === own) openReads.delete(list);
		end();
	};
}
