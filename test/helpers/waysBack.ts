import type { IDataObject, INode } from 'n8n-workflow';

import type { Harness } from '../../sandbox/engine/harness';
import { NODE, type NodeUnderTest, singleNode } from '../../sandbox/engine/singleNode';

/** How records leave n8n and come back: through its nodes, or as a spreadsheet on the web keeps them. */
export interface WayBack {
	nodes: INode[];
	/** What the spreadsheet makes of a row. */
	keep?: (row: IDataObject, index: number) => IDataObject;
}

const node = (name: string, type: string, version: number, parameters: IDataObject): INode => ({
	...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion: version, position: [0, 0] },
	parameters: parameters as INode['parameters'],
});

const file = (operation: string, parameters: IDataObject = {}) =>
	node('File', 'convertToFile', 1.1, {
		...{ operation, binaryPropertyName: 'data', options: {} },
		...parameters,
	});

const extract = (operation: string, options: IDataObject = {}) =>
	node('Extract', 'extractFromFile', 1, {
		...{ operation, binaryPropertyName: 'data', destinationKey: 'data', options },
	});

/** n8n's Google Sheets writes lists and objects as JSON. */
const asCell = (value: unknown): unknown =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');

const sheetRow = (row: IDataObject, index: number, cell: (value: unknown) => unknown) =>
	({
		row_number: index + 2,
		...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)])),
	}) as IDataObject;

const formatted = (value: unknown): unknown =>
	typeof value === 'boolean' ? String(value).toUpperCase() : String(asCell(value));

export const WAYS_BACK: Record<string, WayBack> = {
	'as it is': { nodes: [] },
	CSV: { nodes: [file('csv'), extract('csv')] },
	'CSV with empty cells': { nodes: [file('csv'), extract('csv', { includeEmptyCells: true })] },
	'CSV without its mark': { nodes: [file('csv'), extract('csv', { enableBOM: true })] },
	XLSX: { nodes: [file('xlsx'), extract('xlsx')] },
	'XLSX with raw data': {
		nodes: [file('xlsx'), extract('xlsx', { rawData: true, includeEmptyCells: true })],
	},
	ODS: { nodes: [file('ods'), extract('ods')] },
	JSON: {
		nodes: [
			file('toJson', { mode: 'once' }),
			extract('fromJson'),
			node('Rows', 'splitOut', 1, { fieldToSplitOut: 'data', options: {} }),
		],
	},
	'Google Sheets': { nodes: [], keep: (row, index) => sheetRow(row, index, asCell) },
	'Google Sheets as text': { nodes: [], keep: (row, index) => sheetRow(row, index, formatted) },
};

/** @returns what a node of ours returns, at the end of a way */
export async function comeBack(
	harness: Harness,
	from: NodeUnderTest,
	{ nodes: way, keep = (row) => row }: WayBack,
): Promise<IDataObject[]> {
	const { nodes, connections, ...workflow } = singleNode(from, [{}]);
	const names = [NODE, ...way.map(({ name }) => name)];
	const links = way.map(({ name }, index) => [
		names[index] ?? '',
		{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
	]);
	const result = await harness.engine.run({
		...workflow,
		nodes: [...nodes, ...way],
		connections: { ...connections, ...Object.fromEntries(links) },
	});
	if (result.error) throw result.error;
	return result.json(names.at(-1) ?? NODE).map(keep);
}
