import { findOrInstallChromium } from '../../sandbox/editor/chromium';
import { BROWSER, ensureInstalled } from '../../sandbox/server/install';
import { lineNamed } from '../../sandbox/server/lines';
import { prepareFolder } from '../../sandbox/server/temporary';

/**
 * Installs what the tests of one line need, which may take longer than any test may, and prepares what
 * several of them start with.
 *
 * @param project Jest's configuration of the line
 */
export default async function install(
	_: unknown,
	project: { globals: { n8nLine: string; usesBrowser: boolean } },
): Promise<void> {
	const progress = (text: string) => process.stderr.write(`${text}\n`);
	const line = lineNamed(project.globals.n8nLine);
	await ensureInstalled(line, progress);
	// The basics, which are one file.
	if (!project.globals.usesBrowser) return;
	await ensureInstalled(BROWSER, progress);
	await findOrInstallChromium(progress);
	await prepareFolder(line, progress);
}
