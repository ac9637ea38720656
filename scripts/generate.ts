import '../sandbox/engine/environment';

import { LoadedPackages } from '../sandbox/engine/nodeTypes';
import { writeGenerated } from './docs/generated';

/** A part of `npm run generate`. */
async function main(): Promise<void> {
	const { project } = await LoadedPackages.load();
	await writeGenerated(project);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
