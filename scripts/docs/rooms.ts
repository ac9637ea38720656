import { readFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';

/** The rooms of `nodes/shared/`, in the order of their arrows. */
const rooms = JSON.parse(readFileSync('scripts/docs/rooms.json', 'utf8')) as Array<{
	room: string;
	what: string;
}>;

const IMPORT = /from '(\.[^']+)'/g;

/** @returns the room of a file of the package; `undefined` for the basics, which all use */
function roomOf(file: string): string | undefined {
	const [, room] =
		/^(?:nodes\/shared\/(?!basics)(\w+)\/|nodes\/(?!shared)(\w+)\/|(credentials)\/)/
			.exec(file)
			?.filter((part) => part !== undefined) ?? [];
	return room;
}

/** @returns a table of the rooms of `nodes/shared/`, each with what it has */
export function roomTable(): string {
	const rows = rooms.map(({ room, what }) => `| \`nodes/shared/${room}/\` | ${what} |`);
	return ['| Room | Contents |', '| --- | --- |', ...rows].join('\n');
}

/** @returns the rooms of the package, and which imports which, as a picture that GitHub draws */
export function roomPicture(): string {
	const uses = new Map<string, Set<string>>();
	for (const file of glob.sync(['nodes/**/*.ts', 'credentials/*.ts'])) {
		const room = roomOf(file);
		if (room === undefined) continue;
		const used = uses.get(room) ?? new Set();
		uses.set(room, used);
		for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
			const other = roomOf(path.posix.join(path.posix.dirname(file), `${target}.ts`));
			if (other !== undefined && other !== room) used.add(other);
		}
	}
	const arrows = [...uses].flatMap(([room, used]) =>
		[...used].filter((other) => !isReached(uses, room, other)).map((other) => [room, other]),
	);
	const lines = arrows.map(([from, to]) => `\t${from} --> ${to}`).sort();
	return ['```mermaid', 'flowchart LR', ...lines, '```'].join('\n');
}

/** @returns whether a room is also used through another one that is used: then its arrow says nothing */
function isReached(uses: Map<string, Set<string>>, room: string, wanted: string): boolean {
	const seen = new Set<string>();
	const visit = (name: string): boolean =>
		[...(uses.get(name) ?? [])].some((next) => {
			if (next === wanted && name !== room) return true;
			if (seen.has(next) || next === wanted) return false;
			seen.add(next);
			return visit(next);
		});
	return visit(room);
}
