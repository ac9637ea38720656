import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/workflowFile';

export const SAVED_FOLDER = path.resolve(__dirname, '../../test/saved');

/** Files of a version that are not workflows. */
export const CREDENTIALS_FILE = 'credentials.json';
export const OUTCOMES_FILE = 'outcomes.json';

/** Stands for the address of the service, which is another one in each run. */
export const ADDRESS = 'https://grc.example.com';

export interface SavedCredential {
	/** Name of the credential type. */
	type: string;
	data: ICredentialDataDecryptedObject;
}

/** By id, without the values that are defaults. */
export type SavedCredentials = Record<string, SavedCredential>;

/** Items that came out of a node. */
export interface Output {
	/** Name of the node, and where it has several, which run and which output. */
	of: string;
	items: number;
	/** JSON of the first item. */
	first?: IDataObject;
	/** Files of the first item, by field. */
	files?: IDataObject;
}

/** What a user and the service see of a saved workflow. */
export interface Outcome {
	/** Parameters of each node, defaults included. */
	parameters: Record<string, INodeParameters>;
	/** Method, URL, body, and headers of each request; sorted, since some are sent at the same time. */
	requests: string[];
	/** Type and statuses of each event that was sent. */
	deliveries: string[];
	outputs: Output[];
}

/** What one version of the package has saved. */
export interface SavedVersion {
	version: string;
	workflows: WorkflowFile[];
	credentials: SavedCredentials;
	/** What is expected of each workflow, by its name. */
	outcomes: Record<string, Outcome>;
}

/** @returns all versions that have saved workflows, the oldest first */
export function readSavedVersions(): SavedVersion[] {
	return readdirSync(SAVED_FOLDER).map((version) => {
		const read = <T>(file: string) =>
			JSON.parse(readFileSync(path.join(SAVED_FOLDER, version, file), 'utf8')) as T;
		const files = readdirSync(path.join(SAVED_FOLDER, version));
		return {
			version,
			workflows: files
				.filter((file) => file !== CREDENTIALS_FILE && file !== OUTCOMES_FILE)
				.map((file) => read<WorkflowFile>(file)),
			credentials: read(CREDENTIALS_FILE),
			outcomes: read(OUTCOMES_FILE),
		};
	});
}
