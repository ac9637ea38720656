import type { Spread } from './results';
import { NO_FIGURES, resultsOf } from './results';
import { table } from './text';

interface Row {
	command: string;
	seconds: Spread;
	before?: Spread;
}

/** @returns how long the commands take that contributors wait for, from `npm run bench -- clone` */
export function waitTable(): string {
	const results = resultsOf<Row[]>('clone');
	if (!results) return NO_FIGURES;
	const { machine, figures } = results;
	const rows = figures.map(({ command, seconds: { median, low, high } }) => [
		`\`${command}\``,
		`${Math.round(median)} s`,
		`${Math.round(low)} to ${Math.round(high)} s`,
	]);
	return `${table(['Command', 'Median', 'From and to'], rows)}

Measured in fresh clones on ${machine.cores} cores, by \`npm run bench -- clone\`.`;
}
