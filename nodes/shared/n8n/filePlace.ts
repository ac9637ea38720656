import type { IExecuteFunctions } from 'n8n-workflow';

/** How n8n's IDs of files on disk begin; it keeps a file without an ID in memory. */
const ON_DISK = /^filesystem/;

/**
 * Finds out where n8n keeps files, by storing a small one.
 *
 * Why: a file in memory, in the database or in object storage is loaded as a whole, one on disk is
 * not; no function of n8n says which it is, but the ID of a file does.
 *
 * Since: all supported versions.
 * Until: n8n shows its setting to nodes.
 *
 * @returns `undefined` for the disk, else the place in words
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/binary-data/binary-data.service.ts
 */
export async function placeOffDisk({ helpers }: IExecuteFunctions): Promise<string | undefined> {
	const { id = '' } = await helpers.prepareBinaryData(Buffer.from('\n'), 'storage.txt');
	if (ON_DISK.test(id)) return undefined;
	const [storage = ''] = id.split(':');
	return storage === '' ? 'in memory' : `in its ${storage} storage`;
}
