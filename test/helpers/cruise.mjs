/**
 * Prints what the rules of `rooms.cjs` forbid in each of some folders, as JSON: loading
 * the tool takes longer than its work.
 */
import { readdirSync } from 'node:fs';
import process from 'node:process';

import { cruise } from 'dependency-cruiser';

import ruleSet from './rooms.cjs';

const ROOMS = ['nodes', 'credentials', 'sandbox', 'scripts', 'bench'];

const found = [];
for (const baseDir of process.argv.slice(2)) {
	const present = readdirSync(baseDir);
	const rooms = ROOMS.filter((room) => present.includes(room));
	const options = { ...ruleSet.options, ruleSet, validate: true, baseDir };
	const { output } = await cruise(rooms, options);
	found.push(
		output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
	);
}
process.stdout.write(JSON.stringify(found));
