import type {
	Growth,
	Items,
	ItemsMemory,
	Paging,
	Results,
	Spread,
	Triggers,
	Writes,
} from './results';
import { count, duration, NO_FIGURES, resultsOf } from './results';
import { table } from './text';

/**
 * @param name what was measured
 * @returns its table, from the results of `npm run bench`
 * @throws Error when there is no such part
 */
export function speedFigures(name: string): string {
	switch (name) {
		case 'paging':
			return show<Paging>('paging', pagingFigures);
		case 'items':
			return `${show<Items>('items', itemFigures)}\n\n${show<ItemsMemory>('itemsMemory', itemMemory)}`;
		case 'writes':
			return show<Writes>('writes', writeFigures);
		case 'growth':
			return show<Growth>('growth', growthFigures);
		case 'triggers':
			return show<Triggers>('triggers', triggerConditions);
		default:
			throw new Error(`There are no figures about the speed of ${name}`);
	}
}

function show<Figures>(part: string, text: (results: Results<Figures>) => string): string {
	const results = resultsOf<Figures>(part);
	return results ? text(results) : NO_FIGURES;
}

const half = ({ low, high }: Spread) => `${duration(low)} to ${duration(high)}`;

function conditions({ machine, figures }: Results<unknown>): string {
	const { cores, cpu, memoryGib, load } = machine;
	const parts = [`n8n ${figures.n8n}`, `${cores} cores`, cpu, memoryGib && `${memoryGib} GiB`];
	return `${parts.filter(Boolean).join(', ')}. Load average at the end: ${load.toFixed(1)}.`;
}

function pagingFigures(results: Results<Paging>): string {
	const { times, crowded, memory, rounds } = results.figures;
	const rows = times.map(({ pages, latencyMs, way, ms, ofHttpRequest }) => [
		...[count(pages), `${latencyMs} ms`, way, duration(ms.median), half(ms)],
		ofHttpRequest.toFixed(2),
	]);
	const records = count(memory[0]?.records ?? 0);
	return [
		`${conditions(results)} Medians of ${rounds} rounds, and what half of them are between.`,
		table(['Pages', 'Per response', 'Way', 'Time', 'Half of them', 'Speed'], rows),
		`Memory of the process of n8n, restarted for each way, while it reads ${records} records:`,
		table(
			['Way', 'Idle', 'Most above idle'],
			memory.map(({ way, idleMib, grownMib }) => [way, mib(idleMib), mib(grownMib)]),
		),
		'With an API that processes four requests at once and responds to more with 429 and `Retry-After: 1`:',
		table(
			['Way', 'Time', 'Rejected requests'],
			crowded.map(({ way, ms, rejected }) => [way, duration(ms.median), count(rejected.median)]),
		),
	].join('\n\n');
}

function itemFigures(results: Results<Items>): string {
	const { times, crowded, latencyMs, rounds } = results.figures;
	const rows = times.map(({ items, pages, way, ms, open, requests }) => [
		...[count(items), count(pages), way, duration(ms.median), half(ms)],
		...[count(requests), count(open)],
	]);
	return [
		`${conditions(results)} ${latencyMs} ms per response, medians of ${rounds} rounds.`,
		table(['Lists', 'Pages of each', 'Way', 'Time', 'Half of them', 'Requests', 'Most open'], rows),
		'With an API that processes four requests at once and responds to more with 429 and `Retry-After: 1`:',
		table(
			['Way', 'Time', 'Records', 'Rejected requests'],
			crowded.map(({ way, ms, records, rejected }) => [
				...[way, duration(ms.median), count(records), count(rejected)],
			]),
		),
	].join('\n\n');
}

function itemMemory({ figures: { large, memory } }: Results<ItemsMemory>): string {
	return [
		`Memory of n8n with a heap of 512 MiB, for ${large.items} lists of ${large.pages} pages of 1 MB:`,
		table(
			['Output', 'Idle', 'Most above idle'],
			memory.map(({ output, idleMib, grownMib }) => [output, mib(idleMib), mib(grownMib)]),
		),
	].join('\n\n');
}

function writeFigures(results: Results<Writes>): string {
	const { rows, rounds, latencyMs } = results.figures;
	return [
		`${conditions(results)} ${latencyMs} ms per response, medians of ${rounds} rounds. Own time is that in which no request is open, per input item.`,
		table(
			['What', 'Way', 'Time', 'Half of them', 'Times as fast', 'Requests', 'Own time'],
			rows.map(({ what, way, ms, timesFaster, requests, ownMicros }) => [
				...[what, way, duration(ms.median), half(ms), timesFaster.toFixed(1)],
				...[count(requests), `${count(ownMicros.median)} µs`],
			]),
		),
	].join('\n\n');
}

function growthFigures(results: Results<Growth>): string {
	return [conditions(results), growthTable(results)].join('\n\n');
}

function growthTable({ figures: { rows } }: Results<Growth>): string {
	return table(
		['Output', 'Records', 'Time', 'Memory of n8n above idle'],
		rows.map(({ output, records, figures, error }) => [
			...[output, count(records)],
			...(figures
				? [duration(figures.ms.median), mib(figures.grownMib.median)]
				: ['n8n did not survive it', error ?? '']),
		]),
	);
}

/** Their table is in the page about scale. */
function triggerConditions(results: Results<Triggers>): string {
	return conditions(results);
}

function mib(value: number): string {
	return `${count(value)} MiB`;
}
