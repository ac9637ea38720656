import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INode } from 'n8n-workflow';

import type { WorkflowFile } from '../engine/engine';
import { CREDENTIAL_ID, MAIL_CREDENTIAL_ID } from '../engine/serviceCredential';
import { PINNED } from './pinned';

const FOLDER = path.resolve(__dirname, '../../examples');

/** An example workflow, with the credentials of the sandbox. */
export interface Example {
	file: string;
	workflow: WorkflowFile;
}

/** @returns every workflow of the examples folder as a user has it after following its notes, by file name */
export function readExamples(): Example[] {
	return readUnchangedExamples().map(({ file, workflow }) => ({
		file,
		workflow: withSubmittedForm({ ...workflow, nodes: workflow.nodes.map(thatWrites) }),
	}));
}

/** @returns the goal of an example, which its name begins with, such as `Org chart` */
export function goalOf({ workflow: { name = '' } }: Example): string {
	return name.split(':')[0] ?? '';
}

/** @returns a workflow whose form, if it has one, was submitted with the values that it is filled with */
export function withSubmittedForm(workflow: WorkflowFile): WorkflowFile {
	const form = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	if (!form || workflow.pinData?.[form.name]) return workflow;
	const { values = [] } = (form.parameters.formFields ?? {}) as { values?: FormField[] };
	const json = Object.fromEntries(
		values.map(({ fieldLabel, defaultValue = '' }) => [fieldLabel, defaultValue]),
	);
	return { ...workflow, pinData: { ...workflow.pinData, [form.name]: [{ json }] } };
}

interface FormField {
	fieldLabel: string;
	defaultValue?: string;
}

/** @returns every workflow of the examples folder as a user has it after importing it, by file name */
export function readUnchangedExamples(): Example[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({ file, workflow: prepared(file, readExample(file)) }));
}

/** @returns an example as its file has it */
export function readExample(file: string): WorkflowFile {
	return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as WorkflowFile;
}

/** @returns whether a workflow waits for events instead of being run by hand */
export function isEventDriven({ workflow }: Example): boolean {
	return workflow.nodes.some(({ type }) => type === 'n8n-nodes-grc-tprm.tprmVendorTrigger');
}

/** Nodes that need an account, a model, a folder, or a real PDF, which the sandbox does not have. */
const OUTSIDE = [
	...['jira', 'slack', 'microsoftTeams', 'readWriteFile'].map((name) => `n8n-nodes-base.${name}`),
	...['informationExtractor', 'lmChatOpenAi'].map((name) => `@n8n/n8n-nodes-langchain.${name}`),
];

function isOutside({ type, parameters }: INode): boolean {
	const isFile = type === 'n8n-nodes-base.extractFromFile' && parameters.operation !== 'csv';
	return isFile || OUTSIDE.includes(type);
}

/** Shown below such a node. */
const OFF_IN_DEMO = 'Off in the demo only';

/**
 * Examples are shared without credentials, so that they contain nothing of the author's instance. Mail
 * is sent to the sandbox's mailbox. What other services would answer is pinned; nodes at the end that
 * would write to them are deactivated.
 */
function prepared(file: string, workflow: WorkflowFile): WorkflowFile {
	return {
		...workflow,
		pinData: PINNED[file] ?? {},
		nodes: workflow.nodes.map((node) => {
			if (isOutside(node))
				return { ...node, disabled: true, notes: OFF_IN_DEMO, notesInFlow: true };
			const credentials = credentialsOf(node);
			return credentials ? { ...node, credentials } : node;
		}),
	};
}

/** Nodes whose purpose is a dry run. */
const PREVIEWS = ['Dry run', 'Duplicate check'];

/** No example writes before its dry run was checked: then Dry Run is turned off, or a node is activated. */
function thatWrites(node: INode): INode {
	// A second trigger is for users who have another service.
	if (!credentialsOf(node) || node.type.endsWith('Trigger')) return node;
	const { dryRun } = node.parameters;
	const isPreview = PREVIEWS.includes(node.name) || dryRun === undefined;
	const parameters = isPreview ? node.parameters : { ...node.parameters, dryRun: false };
	return { ...node, parameters, disabled: false };
}

/** @returns undefined for a node that needs none, or one that the sandbox does not have */
function credentialsOf({ type }: INode): INode['credentials'] {
	if (type === 'n8n-nodes-base.emailSend') {
		return { smtp: { id: MAIL_CREDENTIAL_ID, name: 'SMTP' } };
	}
	// The sandbox has no other tool that sends.
	if (type.endsWith('.signedWebhookTrigger')) return undefined;
	if (!type.startsWith('n8n-nodes-grc-tprm.')) return undefined;
	return { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } };
}
