import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { countOf } from '../nodes/shared/basics/text';
import { Engine, type WorkflowFile } from '../sandbox/engine/engine';
import '../sandbox/engine/environment';
import { CREDENTIAL_ID, serviceCredential } from '../sandbox/engine/serviceCredential';
import { startService } from '../sandbox/service/service';
import { savedCredentials } from './saved/credentials';
import { CREDENTIALS_FILE, type Outcome, OUTCOMES_FILE, SAVED_FOLDER } from './saved/folder';
import { replay } from './saved/replay';
import { workflowsToSave } from './saved/workflows';

/**
 * `npm run build && npx tsx scripts/saved.ts`: writes workflows as this version of the package saves them, and what
 * comes of them, into `test/saved/<version>`.
 *
 * @throws Error when the version is released: its workflows are those that users have
 */
async function main(): Promise<void> {
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
	const isReleased = !readFileSync('CHANGELOG.md', 'utf8').includes(`## ${version} (unreleased)`);
	if (isReleased) throw new Error(`${version} is released: its workflows stay as they are`);
	const engine = await Engine.load();
	const service = await startService();
	engine.setCredential(CREDENTIAL_ID, serviceCredential(service));
	let workflows: WorkflowFile[];
	try {
		workflows = await workflowsToSave(engine, service);
	} finally {
		await service.close();
	}
	const credentials = savedCredentials(engine);
	const outcomes: Record<string, Outcome> = {};
	for (const workflow of workflows) {
		try {
			outcomes[workflow.name] = await replay(engine, workflow, credentials);
		} catch (error) {
			throw new Error(`${workflow.name} failed`, { cause: error });
		}
	}
	const folder = path.join(SAVED_FOLDER, version);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const write = (file: string, text: string) => writeFileSync(path.join(folder, file), `${text}\n`);
	for (const workflow of workflows) write(`${workflow.name}.json`, inLines(workflow));
	write(CREDENTIALS_FILE, inLines(credentials));
	write(OUTCOMES_FILE, inLines(outcomes, 2));
	console.log(`Wrote ${countOf(workflows.length, 'workflow')} to ${path.relative('.', folder)}.`);
}

/** @returns JSON with a line for each member, down to this level, and for each element of an array there */
function inLines(value: unknown, levels = 1): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value))
		return inBrackets(
			'[]',
			value.map((each) => JSON.stringify(each)),
		);
	if (levels === 0) return JSON.stringify(value);
	const members = Object.entries(value).map(
		([name, member]) => `${JSON.stringify(name)}: ${inLines(member, levels - 1)}`,
	);
	return inBrackets('{}', members);
}

function inBrackets([open, close]: string, parts: string[]): string {
	return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${close}`;
}

main().catch((error: Error) => {
	console.error(error);
	process.exitCode = 1;
});
