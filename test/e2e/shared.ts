import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary } from '../../sandbox/server/temporary';
import { line } from './line';

/** Gives the n8n that the parts of a test file share; to each its own service, as it is at first. */
export type Shared = () => Promise<TemporaryInstance>;

/**
 * Starts an n8n before the tests of a file, and stops it after them: each start takes half a minute.
 *
 * @param more workflows to import besides the examples
 */
export function shareInstance(
	more: ReadonlyArray<{ id: string }>,
	settings?: Parameters<typeof startTemporary>[2],
): Shared {
	let instance: TemporaryInstance | undefined;
	let isNew = true;
	beforeAll(async () => {
		instance = await startTemporary(line, more, settings);
	});
	afterAll(async () => await instance?.stop());
	return async () => {
		if (!instance) throw new Error('n8n has not been started');
		if (!isNew) await instance.renewService();
		isNew = false;
		return instance;
	};
}
