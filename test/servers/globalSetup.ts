import { ensureInstalled, SERVERS } from '../../sandbox/server/install';
import create from '../helpers/temporaryFolder';

export default async function install(): Promise<void> {
	create();
	await ensureInstalled(SERVERS, (text) => process.stderr.write(`${text}\n`));
}
