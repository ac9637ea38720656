import type { PagingOptions, Send } from '../../../nodes/shared/paging';
import { read, type Read } from './fakeServer';

/** Reads all of a dataset; each reason why it may be incomplete is among the warnings, too. */
export async function readJudged(
	dataset: unknown,
	server: { send: Send },
	options: Omit<PagingOptions, 'send'> = {},
): Promise<Read & { incomplete: string[] }> {
	const result = await read(dataset, server, options);
	const { incomplete, warnings } = result.summary;
	expect(warnings).toEqual(expect.arrayContaining(incomplete));
	return { ...result, incomplete };
}

/** @returns why a run may be incomplete */
export async function incompleteOf(
	dataset: unknown,
	server: { send: Send },
	options: Omit<PagingOptions, 'send'> = {},
): Promise<string[]> {
	return (await readJudged(dataset, server, options)).incomplete;
}
