import type { INodeProperties } from 'n8n-workflow';

import { isEventDriven, readExamples } from '../../sandbox/demo/examples';
import { Harness } from '../helpers/harness';

let harness: Harness;

beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => await harness.stop());

const OUR_PREFIX = 'n8n-nodes-grc-tprm.';
const examples = readExamples();

it('there are examples', () => {
	expect(examples.length).toBeGreaterThan(0);
});

describe.each(examples)('examples/$file', (example) => {
	const { workflow } = example;
	const ours = workflow.nodes.filter(({ type }) => type.startsWith(OUR_PREFIX));

	it('is inactive, explains itself with sticky notes and names no credential', async () => {
		const { readFileSync } = await import('node:fs');
		const text = readFileSync(`examples/${example.file}`, 'utf8');
		expect(JSON.parse(text)).toMatchObject({ active: false });
		expect(text).not.toContain('"credentials"');
		const notes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.length).toBeGreaterThan(0);
		expect(ours.length).toBeGreaterThan(0);
	});

	it('uses only nodes, parameters and operations that exist', () => {
		for (const node of ours) {
			const { properties } = harness.engine.packages.getByNameAndVersion(node.type).description;
			const { resource, operation } = node.parameters;
			for (const [name, value] of Object.entries(node.parameters)) {
				const shown = properties.filter(
					(property) => property.name === name && isShown(property, { resource, operation }),
				);
				expect(shown.length).toBeGreaterThan(0);
				const values = shown.flatMap(optionValues);
				const [property] = shown;
				if (property?.type === 'options' && !String(value).startsWith('=')) {
					expect(values).toContain(value);
				}
				if (property?.type === 'collection' && typeof value === 'object' && value !== null) {
					const members = (property.options ?? []).map((option) => option.name);
					expect(members).toEqual(expect.arrayContaining(Object.keys(value)));
				}
			}
		}
	});

	if (!isEventDriven(example)) {
		it('runs through', async () => {
			const result = await harness.engine.run(workflow);
			expect(result.error).toBeUndefined();
			for (const { name } of ours) expect([name, result.items(name).length]).not.toEqual([name, 0]);
		});
	}
});

function isShown({ displayOptions }: INodeProperties, chosen: Record<string, unknown>): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(
		([name, values]) =>
			!(name in chosen) ||
			chosen[name] === undefined ||
			values?.some((value) => value === chosen[name]),
	);
}

function optionValues({ options }: INodeProperties): unknown[] {
	return (options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
}
