import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { WorkflowFile } from '../engine/engine';
import { CREDENTIAL_ID } from '../engine/serviceCredential';

const FOLDER = path.resolve(__dirname, '../../examples');

/** An example workflow as a user has it after following its notes. */
export interface Example {
	file: string;
	workflow: WorkflowFile;
}

/** @returns every workflow of the examples folder, by file name */
export function readExamples(): Example[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({
			file,
			workflow: prepared(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as WorkflowFile),
		}));
}

/** @returns whether a workflow waits for events instead of being run by hand */
export function isEventDriven({ workflow }: Example): boolean {
	return workflow.nodes.some(({ type }) => type === 'n8n-nodes-grc-tprm.tprmVendorTrigger');
}

/**
 * Examples are shared without credentials, so that they contain nothing of the author's instance, and
 * with a node deactivated where its dry run is to be checked first.
 */
function prepared(workflow: WorkflowFile): WorkflowFile {
	const credentials = { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } };
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.type.startsWith('n8n-nodes-grc-tprm.')
				? { ...node, credentials, disabled: false }
				: node,
		),
	};
}
