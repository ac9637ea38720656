import type { EChartsOption } from 'echarts';
import * as echarts from 'echarts';

/** Of the page, and of a phone held sideways. */
const WIDTH = 700;
const ROW = 26;
const HEADER = 34;
const TOP = 66;
const LABELS = 220;
const GAP = 18;
const CHARACTER = 6.3;

export type Theme = 'light' | 'dark';

// With a ground of its own, a chart can be read on a page of the other theme too.
const COLORS = {
	light: {
		ground: '#ffffff',
		text: '#1f2937',
		quiet: '#5b6472',
		ours: '#2f6fdb',
		other: '#b4bcc8',
	},
	dark: { ground: '#1b1b1f', text: '#e5e7eb', quiet: '#a3abb8', ours: '#6ea8fe', other: '#5d6675' },
};
const LINES = {
	light: ['#2f6fdb', '#b4540a', '#0f7b55'],
	dark: ['#6ea8fe', '#f0a35e', '#4fc99a'],
};
const FONT = 'system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif';

/** What stands above a chart: what is shown, and in which unit. */
export interface Heading {
	title: string;
	subtitle: string;
}

/** Bars with the same scale. */
export interface Facet {
	title: string;
	bars: Array<{ label: string; value: number; text: string; isOurs: boolean }>;
}

/**
 * Draws bars, each with its value.
 *
 * @param lines of facets side by side, which have the same labels
 * @returns an SVG that is the same for the same figures
 */
export function barChart(heading: Heading, lines: Facet[][], theme: Theme): string {
	const colors = COLORS[theme];
	const option: Required<Pick<EChartsOption, 'grid' | 'xAxis' | 'yAxis' | 'series' | 'title'>> &
		Record<'grid' | 'xAxis' | 'yAxis' | 'series' | 'title', object[]> = {
		...{ grid: [], xAxis: [], yAxis: [], series: [] },
		title: headings(heading, theme),
	};
	let top = TOP;
	for (const facets of lines) {
		const width = (WIDTH - LABELS - GAP) / facets.length - GAP;
		const height = Math.max(...facets.map(({ bars }) => bars.length)) * ROW;
		for (const [place, { title, bars }] of facets.entries()) {
			const index = option.grid.length;
			const left = LABELS + place * (width + GAP);
			const most = Math.max(...bars.map(({ value }) => value));
			const textWidth = Math.max(...bars.map(({ text }) => text.length)) * CHARACTER + 8;
			option.title.push({
				...{ text: title, left: facets.length > 1 ? left - 5 : 11, top },
				textStyle: { fontSize: 13, fontWeight: 600, color: colors.text },
			});
			option.grid.push({ left, top: top + HEADER - 8, width, height });
			option.xAxis.push({
				...{ gridIndex: index, type: 'value', show: false, min: 0 },
				max: most * (width / Math.max(width - textWidth, width / 4)),
			});
			option.yAxis.push({
				...{ gridIndex: index, type: 'category', inverse: true },
				...{ axisLine: { show: false }, axisTick: { show: false } },
				data: bars.map(({ label }) => label),
				axisLabel: { show: place === 0, fontSize: 12, color: colors.text, interval: 0 },
			});
			option.series.push({
				...{ type: 'bar', xAxisIndex: index, yAxisIndex: index, barWidth: 16 },
				data: bars.map(({ value, text, isOurs }) => ({
					value,
					itemStyle: { color: isOurs ? colors.ours : colors.other, borderRadius: [0, 3, 3, 0] },
					label: {
						...{ show: true, position: 'right', formatter: () => text, fontSize: 12 },
						color: isOurs ? colors.text : colors.quiet,
					},
				})),
			});
		}
		top += HEADER + height + 8;
	}
	return draw(heading, option, top + 4, theme);
}

/** One line per series over the same numbers of records. */
export interface Panel {
	title: string;
	/** Lines with one name have one color. */
	lines: Array<{ name: string; isDashed: boolean; points: Array<[x: number, y: number]> }>;
	/** Text of a value on the axis. */
	text: (value: number) => string;
}

/**
 * Draws lines on two logarithmic axes, each with its name at its end: what grows in proportion is
 * straight and rises by one step per step.
 *
 * @returns an SVG that is the same for the same figures
 */
export function lineChart(heading: Heading, panels: Panel[], theme: Theme): string {
	const colors = COLORS[theme];
	const height = 220;
	const step = WIDTH / panels.length - 5;
	// Beside it are the names of the lines, and the values of the next axis.
	const width = step - 170;
	const axis = {
		axisLabel: { color: colors.quiet, fontSize: 12 },
		axisLine: { lineStyle: { color: colors.other } },
		splitLine: { lineStyle: { color: colors.other, opacity: 0.35 } },
	};
	const option = {
		title: [
			...headings(heading, theme),
			...panels.map(({ title }, index) => ({
				...{ text: title, left: 11 + index * step, top: TOP },
				textStyle: { fontSize: 13, fontWeight: 600, color: colors.text },
			})),
		],
		grid: panels.map((_, index) => ({
			...{ left: 55 + index * step, top: TOP + HEADER, width, height },
		})),
		xAxis: panels.map(({ lines }, gridIndex) => {
			const values = lines.flatMap(({ points }) => points.map(([x]) => x));
			return {
				...{ gridIndex, type: 'log', name: 'records', nameLocation: 'middle', nameGap: 26 },
				...{ nameTextStyle: { color: colors.quiet, fontSize: 12 }, ...axis },
				...{ min: Math.min(...values), max: Math.max(...values) },
				axisLabel: { ...axis.axisLabel, formatter: shortCount },
			};
		}),
		yAxis: panels.map(({ text }, gridIndex) => ({
			...{ gridIndex, type: 'log', ...axis },
			axisLabel: { ...axis.axisLabel, formatter: text },
		})),
		series: panels.flatMap(({ lines, text }, index) =>
			lines.map(({ name, isDashed, points }) => ({
				...{ type: 'line', name, data: points, xAxisIndex: index, yAxisIndex: index },
				...{ symbol: 'circle', symbolSize: 7, color: colorOf(name, lines, theme) },
				lineStyle: { type: isDashed ? 'dashed' : 'solid' },
				endLabel: {
					...{ show: true, fontSize: 12, color: colorOf(name, lines, theme), distance: 6 },
					formatter: () => `${name} ${text(points.at(-1)?.[1] ?? NaN)}`,
				},
				labelLayout: { moveOverlap: 'shiftY' },
			})),
		),
	};
	return draw(heading, option, TOP + HEADER + height + 50, theme);
}

function colorOf(name: string, lines: Panel['lines'], theme: Theme): string | undefined {
	return LINES[theme][[...new Set(lines.map((line) => line.name))].indexOf(name)];
}

function headings({ title, subtitle }: Heading, theme: Theme): object[] {
	const { text, quiet } = COLORS[theme];
	return [
		{
			...{ text: title, subtext: subtitle, left: 11, top: 8, itemGap: 7 },
			textStyle: { fontSize: 16, fontWeight: 600, color: text },
			subtextStyle: { fontSize: 12, color: quiet },
		},
	];
}

function draw({ title }: Heading, option: object, height: number, theme: Theme): string {
	const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
	try {
		const { ground } = COLORS[theme];
		chart.setOption({
			...{ animation: false, backgroundColor: ground, textStyle: { fontFamily: FONT } },
			...option,
		});
		const svg = chart
			.renderToSVGString()
			// Numbers of the charts drawn before.
			.replace(/zr\d+-/g, 'zr-')
			.replace('<svg ', '<svg role="img" ')
			.replace('>', `><title>${title}</title>`);
		return `${svg}\n`;
	} finally {
		chart.dispose();
	}
}

function shortCount(value: number): string {
	if (value >= 1e6) return `${value / 1e6} M`;
	return value >= 1e3 ? `${value / 1e3} k` : String(value);
}
