import { findOrInstallChromium } from '../../sandbox/editor/chromium';
import { BROWSER, ensureInstalled } from '../../sandbox/server/install';
import { lineNamed } from '../../sandbox/server/lines';

/**
 * Installs what the tests of one line need: that may take longer than any test may.
 *
 * @param project Jest's configuration of the line
 */
export default async function install(
	_: unknown,
	project: { globals: { n8nLine: string; usesBrowser: boolean } },
): Promise<void> {
	const progress = (text: string) => process.stderr.write(`${text}\n`);
	await ensureInstalled(lineNamed(project.globals.n8nLine), progress);
	if (!project.globals.usesBrowser) return;
	await ensureInstalled(BROWSER, progress);
	await findOrInstallChromium(progress);
}
