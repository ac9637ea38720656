import './environment';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

/** Where n8n keeps the files of executions. */
export const binaryStorage = () => Container.get(BinaryDataService);

/** Keeps files on disk, as n8n does by default; without this they would be kept in memory. */
export async function startBinaryStorage(): Promise<void> {
	await binaryStorage().init();
}
