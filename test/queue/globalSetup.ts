import { ensureInstalled } from '../../sandbox/server/install';
import { CURRENT } from '../../sandbox/server/lines';
import { findPrograms } from '../../sandbox/server/queue/programs';

/** Says at once what is missing, and installs n8n: that may take longer than any test may. */
export default async function install(): Promise<void> {
	findPrograms();
	await ensureInstalled(CURRENT, (text) => process.stderr.write(`${text}\n`));
}
