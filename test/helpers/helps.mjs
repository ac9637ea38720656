/**
 * Prints what each command of package.json answers to `--help`, as JSON by its name: in one process,
 * since most of the time goes into starting one. A file that only runs by itself is left out.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const helps = {};
for (const [name, script] of Object.entries(scripts)) {
	const [, file, option] = /^tsx (scripts\/\w+\.ts)(?: (--\w+))?$/.exec(script) ?? [];
	let said = '';
	console.log = (text) => (said += `${text}\n`);
	process.argv = [process.execPath, file, ...(option ? [option] : []), '--help'];
	await import(`${pathToFileURL(path.resolve(file))}?${name}`);
	for (let turn = 0; said === '' && turn < 5_000; turn++) await setImmediate();
	if (said !== '') helps[name] = said;
}
process.stdout.write(JSON.stringify(helps));
