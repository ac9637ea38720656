import type { Heading, Theme } from './chart';
import { barChart, lineChart } from './chart';
import { CHARTS } from '../../scripts/docs/picture';
import type { Growth, Paging, Triggers, Writes } from '../../scripts/docs/results';
import { count, duration, resultsOf } from '../../scripts/docs/results';

const THEMES: Theme[] = ['light', 'dark'];
/** In the name of an output. */
const SMALL_HEAP = /, heap of .*/;
const OURS = /^(Paged|TPRM|GRC)/;

/** @returns the charts of the measured parts: path in the repository, and SVG */
export function charts(): Map<string, string> {
	const all = { paging, writes, growth, triggers };
	const files = new Map<string, string>();
	for (const [part, draw] of Object.entries(all)) {
		for (const theme of THEMES) {
			const svg = draw(theme);
			if (svg !== undefined) files.set(`${CHARTS}/${part}-${theme}.svg`, svg);
		}
	}
	return files;
}

function paging(theme: Theme): string | undefined {
	const results = resultsOf<Paging>('paging');
	if (!results) return undefined;
	const { times, rounds } = results.figures;
	const pages = Math.min(...times.map((time) => time.pages));
	const latencies = [...new Set(times.map(({ latencyMs }) => latencyMs))];
	const heading: Heading = {
		title: `Time to read ${count(pages)} pages of 100 records`,
		subtitle: `By the time that the API takes per page; shorter is faster. Median of ${rounds} rounds in n8n.`,
	};
	const facets = latencies.map((latencyMs) => ({
		title: `${latencyMs} ms per page`,
		bars: times
			.filter((time) => time.pages === pages && time.latencyMs === latencyMs)
			.map(({ way, ms }) => bar(way, ms.median, duration(ms.median))),
	}));
	return barChart(heading, [facets], theme);
}

function writes(theme: Theme): string | undefined {
	const results = resultsOf<Writes>('writes');
	if (!results) return undefined;
	const { rows, latencyMs, rounds } = results.figures;
	const tasks = [...new Set(rows.map(({ what }) => what))];
	const heading: Heading = {
		title: 'Time to write records, and the requests it takes',
		subtitle: `${latencyMs} ms per response; shorter is faster. Median of ${rounds} rounds in n8n.`,
	};
	const lines = tasks.map((task) => [
		{
			title: task,
			bars: rows
				.filter(({ what }) => what === task)
				.map(({ way, ms, requests }) =>
					bar(shortWay(way), ms.median, `${duration(ms.median)}, ${requestText(requests)}`),
				),
		},
	]);
	return barChart(heading, lines, theme);
}

function growth(theme: Theme): string | undefined {
	const results = resultsOf<Growth>('growth');
	if (!results) return undefined;
	const { rows } = results.figures;
	const outputs = [...new Set(rows.map(({ output }) => output))];
	const isSmall = (output: string) => SMALL_HEAP.test(output);
	type Figures = NonNullable<(typeof rows)[number]['figures']>;
	const lines = (of: string[], value: (figures: Figures) => number) =>
		of.map((name) => ({
			name: name.replace(SMALL_HEAP, ''),
			isDashed: isSmall(name),
			points: rows.flatMap(({ output, records, figures }) =>
				// A logarithm has no zero.
				output === name && figures
					? [[records, Math.max(1, value(figures))] as [number, number]]
					: [],
			),
		}));
	const heading: Heading = {
		title: 'Paged HTTP as lists get longer',
		subtitle:
			'Both axes are logarithmic. Dashed: with a heap of 512 MiB, which leaves little room for garbage.',
	};
	return lineChart(
		heading,
		[
			{
				title: 'Time',
				lines: lines(
					outputs.filter((output) => !isSmall(output)),
					({ ms }) => ms.median,
				),
				text: shortDuration,
			},
			{
				title: 'Memory of n8n above idle',
				lines: lines(outputs, ({ grownMib }) => grownMib.median),
				text: (value) => (value > 1 ? `${count(value)} MiB` : '≤ 1 MiB'),
			},
		],
		theme,
	);
}

function triggers(theme: Theme): string | undefined {
	const results = resultsOf<Triggers>('triggers');
	if (!results) return undefined;
	const { rows } = results.figures;
	const engines = [...new Set(rows.map(({ engine }) => engine))];
	const lines = [
		['genuine', 'Genuine, with'],
		['forged', 'Forged and rejected, with'],
	].map(([kind = '', title = '']) =>
		engines.map((engine) => ({
			title: `${title} ${engine}`,
			bars: rows
				.filter((row) => row.engine === engine && row.kind === kind)
				.map(({ target, perSecond }) => bar(target, perSecond, count(perSecond))),
		})),
	);
	const heading: Heading = {
		title: 'Deliveries per second that a trigger of n8n takes',
		subtitle: 'By N8N_EXPRESSION_ENGINE; longer is faster. Requests of 1 kB over 8 connections.',
	};
	return barChart(heading, lines, theme);
}

function bar(label: string, value: number, text: string) {
	return { label, value, text, isOurs: OURS.test(label) };
}

/** The title of the facet says the rest. */
function shortWay(way: string): string {
	return way
		.replace('GRC Scope Assignment, Assign', 'GRC Scope Assignment')
		.replace('TPRM Vendor, Create', 'TPRM Vendor')
		.replace('HTTP Request, Batching of 1', 'HTTP Request, batches of 1,')
		.replace(/, (a control each|without the tree)$/, '')
		.replace('HTTP Request, batches of 1, every', 'HTTP Request, 1 every')
		.replace('Loop Over Items and HTTP Request', 'HTTP Request in a loop');
}

function requestText(requests: number): string {
	return requests === 1 ? '1 request' : `${count(requests)} requests`;
}

function shortDuration(ms: number): string {
	return ms < 1_000 ? `${Math.round(ms)} ms` : `${Number((ms / 1_000).toPrecision(3))} s`;
}
