import glob from 'fast-glob';

import { massOf } from './mass/tokens';

/** Prints how much code there is in each room, the largest first: what somebody has to read. */
const files = glob.sync(['nodes/**/*.ts', 'credentials/*.ts']);
const rooms = new Map<string, { tokens: number; files: number }>();
for (const file of files) {
	const [top = '', node = '', room = ''] = file.split('/');
	const name =
		node === 'shared' ? `${top}/${node}/${room}` : top === 'nodes' ? `${top}/${node}` : top;
	const known = rooms.get(name) ?? { tokens: 0, files: 0 };
	rooms.set(name, { tokens: known.tokens + massOf(file), files: known.files + 1 });
}
const sorted = [...rooms].sort(([, a], [, b]) => b.tokens - a.tokens);
const sum = (of: 'tokens' | 'files') => sorted.reduce((total, [, room]) => total + room[of], 0);
for (const [name, room] of [
	...sorted,
	['all', { tokens: sum('tokens'), files: sum('files') }],
] as const)
	console.log(
		`${String(room.tokens).padStart(7)} tokens in ${String(room.files).padStart(3)} files  ${name}`,
	);
