import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { readExamples } from '../demo/examples';
import type { Service, ServiceOptions } from '../service/service';
import { startService } from '../service/service';
import type { Instance } from './instance';
import { credentialFor, mailCredentialFor, prepareInstance } from './instance';
import type { Line } from './lines';
import type { Progress } from './progress';

/** Where the logs of n8n stay. */
const LOGS = path.resolve(__dirname, '../../.data/e2e');

/** A form that a test fills in without saving it changes no workflow of the tests after it. */
const NO_AUTOSAVE = { N8N_WORKFLOWS_AUTOSAVE_DISABLED: 'true' };

/** A third of what a start of n8n takes is for its editor, on n8n 1.x half of it. */
export const WITHOUT_EDITOR = { N8N_DISABLE_UI: 'true' };

/** Tells the processes that this one starts which folder is prepared. */
const variableOf = ({ name }: Line) => `PREPARED_N8N_${name}`;

/** Prepares a folder that each {@link startTemporary} copies: what is in it takes 20 s to set up. */
export async function prepareFolder(line: Line, progress: Progress): Promise<void> {
	const userFolder = newFolder();
	const service = await startService();
	const examples = readExamples();
	await prepareInstance(line, service, { userFolder, examples, isNew: true, progress });
	await service.close();
	process.env[variableOf(line)] = userFolder;
}

export function removePrepared(line: Line): void {
	const folder = process.env[variableOf(line)];
	if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'grc-tprm-'));

/** A new n8n with a service of its own, which leaves nothing behind but its log. */
export interface TemporaryInstance extends Instance {
	service: Service;
	/** Replaces the service by a new one, as it was at first, and points the credentials to it. */
	renewService: () => Promise<void>;
	stop: () => Promise<void>;
}

/**
 * Starts a real n8n with the package, the credential and the examples, and its owner logged in.
 *
 * @param more workflows to import besides the examples
 * @param settings of the service and of n8n, fields of the credential that differ from those of a
 *   good one, and credentials to import besides it
 */
export async function startTemporary(
	line: Line,
	more: ReadonlyArray<{ id: string }> = [],
	settings: {
		service?: ServiceOptions;
		credential?: IDataObject;
		environment?: Readonly<Record<string, string>>;
		nodeOptions?: readonly string[];
		/** To import besides that of the service. */
		credentials?: unknown[];
	} = {},
): Promise<TemporaryInstance> {
	const userFolder = newFolder();
	const prepared = process.env[variableOf(line)];
	const isPrepared = prepared !== undefined;
	if (isPrepared) cpSync(prepared, userFolder, { recursive: true });
	let service = await startService(settings.service);
	let instance: Instance | undefined;
	const stop = async () => {
		await instance?.server.stop();
		await service.close();
		if (instance) keepLog(instance.server.logFile, line);
		rmSync(userFolder, { recursive: true, force: true });
	};
	try {
		const progress = (text: string) => process.stderr.write(`${text}\n`);
		const { service: _service, credential = {}, ...others } = settings;
		const environment = { ...NO_AUTOSAVE, ...settings.environment };
		const examples = readExamples();
		const own = { userFolder, examples, isNew: true, isPrepared, progress, more, credential };
		const options = { ...own, ...others, environment };
		instance = await prepareInstance(line, service, options);
		const { server, rest, signingSecret: webhookSigningSecret } = instance;
		await server.start();
		await rest.enter();
		const connect = async () => {
			for (const { id, ...changed } of [
				credentialFor(service, { webhookSigningSecret, ...credential }),
				mailCredentialFor(service),
			])
				await rest.call('PATCH', `/rest/credentials/${id}`, changed);
		};
		if (isPrepared) await connect();
		const renewService = async () => {
			await service.close();
			service = await startService(settings.service);
			await connect();
		};
		return {
			...instance,
			get service() {
				return service;
			},
			renewService,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

function keepLog(file: string, { version }: Line): void {
	if (!existsSync(file)) return;
	mkdirSync(LOGS, { recursive: true });
	copyFileSync(file, path.join(LOGS, `n8n-${version.replace(/[/:]/g, '-')}-${Date.now()}.log`));
}
