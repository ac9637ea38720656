import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';
import { resolveOutputSchemaPath } from 'n8n-core';
import { format, resolveConfig } from 'prettier';

import { countOf } from '../nodes/shared/basics/countOf';
import '../sandbox/engine/environment';
import { outputSchema } from './schemas/jsonSchema';
import { type Observation, observe } from './schemas/observe';
import { REQUESTS_FILE, requestsOf } from './schemas/requests';

/**
 * `npm run generate`: writes what comes out of each operation into `nodes/<Node>/__schema__`, where n8n
 * reads it to offer fields in the editor before a workflow has run; and what each operation requests, for
 * the documentation.
 */
async function main(): Promise<void> {
	const observations = await observe();
	const problems = observations.flatMap(({ problem }) => problem ?? []);
	if (problems.length > 0) throw new Error(problems.join('\n'));
	// An operation that was renamed or removed leaves no schema behind.
	for (const folder of glob.sync('nodes/*/__schema__', { onlyDirectories: true })) {
		rmSync(folder, { recursive: true });
	}
	for (const observation of observations) {
		const file = schemaFile(observation);
		const json = JSON.stringify(outputSchema(observation.items), null, '\t');
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, await format(json, { ...(await resolveConfig(file)), filepath: file }));
	}
	const requests = JSON.stringify(requestsOf(observations));
	const layout = { ...(await resolveConfig(REQUESTS_FILE)), filepath: REQUESTS_FILE };
	writeFileSync(REQUESTS_FILE, await format(requests, layout));
	console.log(`Wrote ${countOf(observations.length, 'output schema')} to nodes/*/__schema__.`);
}

/** n8n decides where a schema lies; `output` is its name for nodes without operations. */
function schemaFile({ nodeDir, resource, operation = 'output' }: Observation): string {
	const file = resolveOutputSchemaPath({
		nodeDir,
		version: 1,
		operation,
		...(resource !== undefined && { resource }),
	});
	if (file === undefined) throw new Error(`n8n has no place for a schema of ${nodeDir}`);
	return file;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
