import type { INode } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/engine';

/** A rectangle on n8n's canvas, in its pixels. */
interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/**
 * The editor draws everything on a grid of 16 pixels and moves what is off it when it opens a
 * workflow; that of older versions had 20. What is on both stays where the file puts it.
 */
const GRID = 80;

/** Size of a node with up to two inputs and outputs; each further one makes it higher. */
const NODE = { size: 96, handlesThatFit: 2, perHandle: 32 };
/** Name and subtitle below a node, centred: lines of the name, one more if it is deactivated, and the subtitle. */
const LABEL = { width: 192, character: 8.5, gap: 6, line: 24, subtitle: 20 };
/** The line with a plus sign behind an output that leads nowhere. */
const OPEN_END = 80;
const DEFAULT_NOTE = { width: 240, height: 160 };
/**
 * How the editor sets the text of a note, as measured in it. The width of a character is an average,
 * so an estimate may be a line off.
 */
const TEXT = {
	besides: 24,
	indent: 20,
	character: 7.2,
	line: 19,
	betweenParagraphs: 10,
	title: 47,
	/** Of a title that needs more than one line. */
	titleCharacter: 11.8,
	titleLine: 29,
	heading: 38,
};
/** Empty space at the end of a note that still looks intended. */
const MOST_SPARE = 60;

/** A window of 1366 x 768 points, as n8n shows a workflow when it is opened: the canvas, and how it fits it. */
const SCREEN = { left: 42, top: 65, width: 1324, height: 665, besides: 1.2 };
/** n8n's Production Checklist, which it opens over every workflow that is published. */
const CHECKLIST: Box = { name: 'Checklist', left: 50, top: 70, right: 424, bottom: 426 };
/** n8n's button Execute workflow, which lies over the lower end of every workflow. */
const BUTTON: Box = { name: 'Execute workflow', left: 610, top: 675, right: 798, bottom: 722 };
/** At this size, the text of a note can still be read. */
const READABLE = 0.44;
/** The way of a line that leads back: to the right, down, to the left, and up or down again. */
const BACK = { beside: 40, below: 130 };

/** @returns what is drawn over what, as "this covers that" */
export function overlaps(workflow: WorkflowFile): string[] {
	const boxes = workflow.nodes.map((node) => boxOf(node, workflow));
	return boxes.flatMap((box, index) =>
		boxes
			.slice(index + 1)
			.filter((other) => intersect(box, other))
			.map((other) => `${box.name} covers ${other.name}`),
	);
}

/** @returns the names of what the editor would draw elsewhere than the file says */
export function offGrid({ nodes }: WorkflowFile): string[] {
	return nodes
		.filter(({ position }) => position.some((coordinate) => coordinate % GRID !== 0))
		.map(({ name }) => name);
}

/** @returns the notes that cut off their text or are much higher than it */
export function misfits({ nodes }: WorkflowFile): string[] {
	return nodes
		.filter(({ type }) => type === STICKY_NOTE)
		.filter(({ parameters }) => {
			const { content, width, height } = { content: '', ...DEFAULT_NOTE, ...parameters };
			const spare = Number(height) - textHeight(String(content), Number(width));
			return spare < 0 || spare > MOST_SPARE;
		})
		.map(({ name }) => name);
}

/** @param content headings, paragraphs and numbered lists, each in a line of its own */
function textHeight(content: string, width: number): number {
	let height = -TEXT.betweenParagraphs;
	for (const line of content.split('\n').filter((text) => text !== '')) {
		if (line.startsWith('#')) {
			const lines = lineCount(line.slice(3), (width - TEXT.besides) / TEXT.titleCharacter);
			const title = TEXT.title + (lines - 1) * TEXT.titleLine;
			height += line.startsWith('## ') ? title : TEXT.heading;
			continue;
		}
		const [marker = ''] = /^\d+\. /.exec(line) ?? [];
		const text = line.slice(marker.length).replace(/[*`]/g, '');
		const room = width - TEXT.besides - (marker === '' ? 0 : TEXT.indent);
		height += lineCount(text, Math.floor(room / TEXT.character)) * TEXT.line;
		if (marker === '' || marker === '1. ') height += TEXT.betweenParagraphs;
	}
	return height;
}

/** Fills line after line with whole words, as a browser does. */
function lineCount(text: string, charactersPerLine: number): number {
	let lines = 1;
	let filled = 0;
	for (const { length } of text.split(' ')) {
		if (filled > 0 && filled + 1 + length > charactersPerLine) {
			lines += 1;
			filled = length;
		} else {
			filled += (filled > 0 ? 1 : 0) + length;
		}
	}
	return lines;
}

/** @returns how much smaller than in full size a workflow is when it is opened */
export function zoomOf(workflow: WorkflowFile): number {
	const { width, height } = sizeOf(extentOf(workflow));
	const { besides } = SCREEN;
	return Math.min(1, SCREEN.width / (width * besides), SCREEN.height / (height * besides));
}

/** @returns whether the texts of a workflow are too small to read when it is opened */
export function isTooLarge(workflow: WorkflowFile): boolean {
	return zoomOf(workflow) < READABLE;
}

/**
 * @param isPublished whether n8n shows its checklist
 * @returns the names of what n8n covers when the workflow is opened: notes by its checklist, and notes and nodes by its button
 */
export function coveredByN8n(workflow: WorkflowFile, isPublished: boolean): string[] {
	const zoom = zoomOf(workflow);
	const extent = extentOf(workflow);
	const { width, height } = sizeOf(extent);
	const left = SCREEN.left + (SCREEN.width - width * zoom) / 2;
	const top = SCREEN.top + (SCREEN.height - height * zoom) / 2;
	return workflow.nodes
		.filter((node) => {
			const box = boxOf(node, workflow);
			const onScreen = {
				name: box.name,
				left: left + (box.left - extent.left) * zoom,
				top: top + (box.top - extent.top) * zoom,
				right: left + (box.right - extent.left) * zoom,
				bottom: top + (box.bottom - extent.top) * zoom,
			};
			const isChecked = isPublished && node.type === STICKY_NOTE;
			return intersect(BUTTON, onScreen) || (isChecked && intersect(CHECKLIST, onScreen));
		})
		.map(({ name }) => name);
}

/** @returns which lines cross a note or a node that they do not belong to, or each other; a line that leads back may be crossed */
export function crossings(workflow: WorkflowFile): string[] {
	const lines = linesOf(workflow);
	const boxes = workflow.nodes.map((node) => boxOf(node, workflow));
	const overBoxes = lines.flatMap(({ from, to, parts }) =>
		boxes
			.filter(({ name }) => name !== from && name !== to)
			.filter((box) => parts.some((part) => passes(part, box)))
			.map(({ name }) => `${from} > ${to} crosses ${name}`),
	);
	const overLines = lines.flatMap((line, index) =>
		lines
			.slice(index + 1)
			.filter((other) => line.from !== other.from && line.to !== other.to)
			.filter((other) => line.parts.length === 1 && other.parts.length === 1)
			.filter((other) => line.parts.some((a) => other.parts.some((b) => cross(a, b))))
			.map((other) => `${line.from} > ${line.to} crosses ${other.from} > ${other.to}`),
	);
	return [...overBoxes, ...overLines];
}

interface Point {
	x: number;
	y: number;
}
type Part = [Point, Point];

/** @returns the lines between nodes, straight, or in the parts of one that leads back */
function linesOf(workflow: WorkflowFile): Array<{ from: string; to: string; parts: Part[] }> {
	const byName = new Map(workflow.nodes.map((node) => [node.name, node]));
	return Object.entries(workflow.connections).flatMap(([from, { main = [] }]) =>
		main.flatMap((targets, output) =>
			(targets ?? []).flatMap(({ node: to, index }) => {
				const [source, target] = [byName.get(from), byName.get(to)];
				if (!source || !target) return [];
				const start = {
					x: source.position[0] + NODE.size,
					y: source.position[1] + handleAt(output, handles(source, workflow).outputs),
				};
				const end = {
					x: target.position[0],
					y: target.position[1] + handleAt(index, handles(target, workflow).inputs),
				};
				return [{ from, to, parts: start.x < end.x ? partsOf([start, end]) : back(start, end) }];
			}),
		),
	);
}

function back(start: Point, end: Point): Part[] {
	const [right, left] = [start.x + BACK.beside, end.x - BACK.beside];
	const y = start.y + BACK.below;
	return partsOf([
		start,
		{ x: right, y: start.y },
		{ x: right, y },
		{ x: left, y },
		{ x: left, y: end.y },
		end,
	]);
}

function partsOf(points: Point[]): Part[] {
	return points.slice(1).flatMap((point, index) => {
		const before = points[index];
		return before ? [[before, point]] : [];
	});
}

/** @returns how far below the top of its node a handle is */
function handleAt(index: number, count: number): number {
	const height = NODE.size + Math.max(0, count - NODE.handlesThatFit) * NODE.perHandle;
	return (height * (index + 1)) / (count + 1);
}

function passes(part: Part, { left, top, right, bottom }: Box): boolean {
	const [first, second] = part;
	const isInside = ({ x, y }: Point) => x > left && x < right && y > top && y < bottom;
	const corners = [
		{ x: left, y: top },
		{ x: right, y: top },
		{ x: right, y: bottom },
		{ x: left, y: bottom },
		{ x: left, y: top },
	];
	return isInside(first) || isInside(second) || partsOf(corners).some((edge) => cross(part, edge));
}

/** @returns whether two parts have a point in common that is the end of neither */
function cross([a, b]: Part, [c, d]: Part): boolean {
	const side = (p: Point, q: Point, r: Point) =>
		Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
	return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** @returns what n8n fits into the window: nodes without what is written below them, and notes */
function extentOf({ nodes }: WorkflowFile): Box {
	const boxes = nodes.map(({ name, type, position: [left, top], parameters }) => {
		const size = { width: NODE.size, height: NODE.size };
		const note = { ...DEFAULT_NOTE, ...parameters };
		const { width, height } = type === STICKY_NOTE ? note : size;
		return { name, left, top, right: left + Number(width), bottom: top + Number(height) };
	});
	return {
		name: 'all',
		left: Math.min(...boxes.map(({ left }) => left)),
		top: Math.min(...boxes.map(({ top }) => top)),
		right: Math.max(...boxes.map(({ right }) => right)),
		bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
	};
}

function sizeOf({ left, top, right, bottom }: Box) {
	return { width: right - left, height: bottom - top };
}

function boxOf(node: INode, workflow: WorkflowFile): Box {
	const { name, position } = node;
	const [left, top] = position;
	if (node.type === STICKY_NOTE) {
		const { width, height } = { ...DEFAULT_NOTE, ...node.parameters };
		return { name, left, top, right: left + Number(width), bottom: top + Number(height) };
	}
	const { inputs, outputs } = handles(node, workflow);
	const more = Math.max(0, inputs - NODE.handlesThatFit, outputs - NODE.handlesThatFit);
	const beside = (LABEL.width - NODE.size) / 2;
	return {
		name,
		left: left - beside,
		top,
		right: left + NODE.size + (outputs === 0 ? Math.max(beside, OPEN_END) : beside),
		bottom: top + NODE.size + more * NODE.perHandle + labelHeight(node),
	};
}

function labelHeight({ name, disabled }: INode): number {
	const lines = lineCount(name, LABEL.width / LABEL.character) + (disabled ? 1 : 0);
	return LABEL.gap + lines * LABEL.line + LABEL.subtitle;
}

/** @returns how many inputs and outputs of a node lead somewhere */
function handles({ name }: INode, { connections }: WorkflowFile) {
	const outputs = connections[name]?.[NodeConnectionTypes.Main] ?? [];
	const targets = Object.values(connections)
		.flatMap((types) => types[NodeConnectionTypes.Main] ?? [])
		.flatMap((output) => output ?? []);
	const inputs = targets.filter(({ node }) => node === name).map(({ index }) => index + 1);
	return { inputs: Math.max(0, ...inputs), outputs: outputs.length };
}

function intersect(a: Box, b: Box): boolean {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
