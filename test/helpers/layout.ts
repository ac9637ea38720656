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
/** Room that the editor keeps below a node for its name and subtitle, centred. */
const LABEL = { width: 192, height: 48 };
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
	heading: 38,
};
/** Empty space at the end of a note that still looks intended. */
const MOST_SPARE = 60;

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
			height += line.startsWith('## ') ? TEXT.title : TEXT.heading;
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
		bottom: top + NODE.size + more * NODE.perHandle + LABEL.height,
	};
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
