import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject, INode } from 'n8n-workflow';

import type { Example } from '../demo/examples';
import { readExamples } from '../demo/examples';
import { CREDENTIAL_ID, MAIL_CREDENTIAL_ID, mailCredential } from '../engine/serviceCredential';
import type { Service } from '../service/service';
import { ensureInstalled, installPackage } from './install';
import type { Line } from './lines';
import type { ServerOptions } from './n8nServer';
import { N8nServer } from './n8nServer';
import { ownerPassword } from './password';
import type { Progress } from './progress';
import { RestClient } from './restClient';

/** Signing secret of the sandbox's webhook endpoint. */
export const SIGNING_SECRET = 'whsec_sandbox_only';

/** A real n8n with the packed package, the credential and the examples in it. */
export interface Instance {
	server: N8nServer;
	rest: RestClient;
	examples: Example[];
}

/** Id under which an example is imported; n8n's ids have at most 36 characters. */
export function workflowId({ file }: Example): string {
	return file.replace(/\.json$/, '').slice(0, 36);
}

/**
 * Sets up what a user would set up by hand: installs n8n and the package, imports the credential
 * and the examples. Nothing is imported again into an instance that has them, so that what its user
 * changed stays.
 *
 * @param options.isNew whether to import the examples
 * @param options.more workflows to import besides the examples
 * @param options.credentials to import besides that of the service
 * @param options.credential its fields that differ from those of a good one
 */
export async function prepareInstance(
	line: Line,
	service: Service,
	options: ServerOptions & {
		userFolder: string;
		isNew: boolean;
		progress: Progress;
		more?: unknown[];
		credentials?: unknown[];
		credential?: IDataObject;
	},
): Promise<Instance> {
	const { userFolder, isNew, progress, ...others } = options;
	const { more = [], credentials = [], credential, ...serverOptions } = others;
	await ensureInstalled(line, progress, options.signal);
	await installPackage(userFolder, progress, options.signal);
	const server = await N8nServer.prepare(line, userFolder, serverOptions);
	const examples = readExamples();
	// The service has another address with every start, so its credential is written every time.
	progress(`Importing the credential${isNew ? ' and the example workflows' : ''} …`);
	await importFile(server, 'import:credentials', [
		credentialFor(service, credential),
		{ id: MAIL_CREDENTIAL_ID, name: 'SMTP', type: 'smtp', data: mailCredential(service) },
		...credentials,
	]);
	if (isNew) await importFile(server, 'import:workflow', [...examples.map(toImport), ...more]);
	return { server, rest: new RestClient(server.url, ownerPassword(userFolder)), examples };
}

/**
 * @param changes fields that differ from those of a good credential
 * @returns the sandbox's credential for a service, as n8n imports it
 */
export function credentialFor(service: Service, changes: IDataObject = {}) {
	return {
		id: CREDENTIAL_ID,
		name: 'GRC OAuth2 API',
		type: 'grcOAuth2Api',
		data: {
			baseUrl: service.url,
			clientId: service.client.id,
			clientSecret: service.client.secret,
			webhookSigningSecret: SIGNING_SECRET,
			organizationTimeZone: service.settings.timeZone,
			organizationDateFormat: service.settings.dateFormat
				.replace('DD', 'dd')
				.replace('YYYY', 'yyyy'),
			...changes,
		},
	};
}

function toImport(example: Example) {
	const { workflow } = example;
	const id = workflowId(example);
	// The editor gives every webhook an id when it imports a workflow; the CLI does not.
	const webhook = { webhookId: id };
	return {
		...workflow,
		id,
		active: false,
		nodes: workflow.nodes.map((node): INode => ({
			...node,
			id: `${id}-${node.id}`,
			...(node.type.endsWith('.tprmVendorTrigger') && webhook),
		})),
	};
}

async function importFile(server: N8nServer, command: string, content: unknown): Promise<void> {
	const folder = path.join(server.userFolder, 'import');
	const file = path.join(folder, `${command.replace(':', '-')}.json`);
	mkdirSync(folder, { recursive: true });
	try {
		writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
		await server.cli(command, `--input=${file}`);
	} finally {
		rmSync(file, { force: true });
	}
}
