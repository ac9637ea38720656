import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject, INode } from 'n8n-workflow';

import type { Example } from '../demo/examples';
import { goalOf } from '../demo/examples';
import { CREDENTIAL_ID, MAIL_CREDENTIAL_ID, mailCredential } from '../engine/serviceCredential';
import type { Service } from '../service/service';
import { ensureInstalled, installPackage } from './install';
import type { Line } from './lines';
import type { ServerOptions } from './n8nServer';
import { N8nServer } from './n8nServer';
import { ownerPassword, signingSecret } from './password';
import type { Progress } from './progress';
import { RestClient } from './restClient';

/** A real n8n with the packed package, the credential and the examples in it. */
export interface Instance {
	server: N8nServer;
	rest: RestClient;
	examples: Example[];
	/** Of the webhook endpoint. */
	signingSecret: string;
}

/** n8n 1.x stores no static data of a workflow whose id is longer: no trigger would know what it has seen. */
const LONGEST_ID = 16;

/** @returns the id for a workflow that has this name here; n8n's ids have at most 16 characters */
export function shortId(name: string): string {
	return name.slice(0, LONGEST_ID);
}

/** Id under which an example is imported. */
export function workflowId({ file }: Pick<Example, 'file'>): string {
	return shortId(file.replace(/\.json$/, ''));
}

/**
 * @param workflows to import
 * @throws Error when an id is too long, or there twice
 */
export function assertImportable(workflows: ReadonlyArray<{ id: string }>): void {
	const ids = workflows.map(({ id }) => id);
	const long = ids.find((id) => id.length > LONGEST_ID);
	if (long !== undefined)
		throw new Error(`The id "${long}" of a workflow has more than ${LONGEST_ID} characters`);
	const twice = ids.find((id, index) => ids.indexOf(id) !== index);
	if (twice !== undefined) throw new Error(`Two workflows have the id "${twice}"`);
}

/**
 * Sets up what a user would set up by hand: installs n8n and the package, imports the credential
 * and the examples. Nothing is imported again into an instance that has them, so that what its user
 * changed stays.
 *
 * @param options.examples as their files have them for a user, who follows their notes
 * @param options.isNew whether to import the examples
 * @param options.isPrepared whether the folder is a copy of one that was prepared by this before: it
 *   has the package, the examples, and the credentials of another service
 * @param options.more workflows to import besides the examples
 * @param options.credentials to import besides that of the service
 * @param options.credential its fields that differ from those of a good one
 */
export async function prepareInstance(
	line: Line,
	service: Service,
	options: ServerOptions & {
		userFolder: string;
		examples: Example[];
		isNew: boolean;
		progress: Progress;
		isPrepared?: boolean;
		more?: ReadonlyArray<{ id: string }>;
		credentials?: unknown[];
		credential?: IDataObject;
	},
): Promise<Instance> {
	const { userFolder, examples, isNew, progress, ...others } = options;
	const { isPrepared, more = [], credentials = [], credential, ...serverOptions } = others;
	const workflows = [...examples.map(toImport), ...more];
	assertImportable(workflows);
	if (!isPrepared) {
		await ensureInstalled(line, progress, options.signal);
		await installPackage(userFolder, progress, options.signal);
	}
	const secret = String(credential?.webhookSigningSecret ?? signingSecret(userFolder));
	const server = await N8nServer.prepare(line, userFolder, serverOptions);
	// The service has another address with every start, so its credential is written every time.
	progress(`Importing the credential${isNew ? ' and the example workflows' : ''} …`);
	const own = [
		credentialFor(service, { webhookSigningSecret: secret, ...credential }),
		mailCredentialFor(service),
	];
	await importFile(server, 'import:credentials', [...(isPrepared ? [] : own), ...credentials]);
	if (isNew) await importFile(server, 'import:workflow', isPrepared ? more : workflows);
	const rest = new RestClient(server.url, ownerPassword(userFolder));
	return { server, rest, examples, signingSecret: secret };
}

/**
 * @param more its signing secret, and fields that differ from those of a good credential
 * @returns the sandbox's credential for a service, as n8n imports it
 */
export function credentialFor(service: Service, more: IDataObject = {}) {
	return {
		id: CREDENTIAL_ID,
		name: 'GRC OAuth2 API',
		type: 'grcOAuth2Api',
		data: {
			baseUrl: service.url,
			clientId: service.client.id,
			clientSecret: service.client.secret,
			organizationTimeZone: service.settings.timeZone,
			organizationDateFormat: service.settings.dateFormat
				.replace('DD', 'dd')
				.replace('YYYY', 'yyyy'),
			...more,
		},
	};
}

/** @returns the credential of its mailbox, as n8n imports it */
export function mailCredentialFor(service: Service) {
	return { id: MAIL_CREDENTIAL_ID, name: 'SMTP', type: 'smtp', data: mailCredential(service) };
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
		tags: [tagOf(goalOf(example))],
		nodes: workflow.nodes.map((node): INode => ({
			...node,
			id: `${id}-${node.id}`,
			...(/\.(tprmVendor|form)Trigger$/.test(node.type) && webhook),
		})),
	};
}

/** n8n makes a tag of each goal, and takes those with one id for one. */
function tagOf(name: string) {
	return { id: shortId(name.toLowerCase().replaceAll(' ', '-')), name };
}

async function importFile(
	server: N8nServer,
	command: string,
	content: readonly unknown[],
): Promise<void> {
	if (content.length === 0) return;
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
