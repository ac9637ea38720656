import glob from 'fast-glob';

import { massOf } from '../../scripts/mass/tokens';

/** What is shipped may not grow beyond this; whoever needs more takes something away. */
const LIMITS: Array<[room: string, tokens: number, files: number]> = [
	['{nodes,credentials}', 169_700, 284],
	['nodes/shared/paging', 55_100, 74],
];

it.each(LIMITS)('%s has at most %i tokens in %i files', (room, tokens, files) => {
	const found = glob.sync(`${room}/**/*.ts`);
	expect(found.length).toBeLessThanOrEqual(files);
	expect(found.reduce((sum, file) => sum + massOf(file), 0)).toBeLessThanOrEqual(tokens);
});
