import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { readSavedVersions } from '../../scripts/saved/folder';
import { replay } from '../../scripts/saved/replay';
import { listOperations } from '../../scripts/schemas/operations';
import { Engine } from '../../sandbox/engine/engine';

/** Workflows as the editor of each version saved them, which leaves out values that are defaults. */

let engine: Engine;

beforeAll(async () => {
	engine = await Engine.load();
});

const VERSIONS = readSavedVersions();

describe.each(VERSIONS)('of version $version', ({ workflows, credentials, outcomes }) => {
	it('each has an outcome', () => {
		expect(Object.keys(outcomes).sort()).toEqual(workflows.map(({ name }) => name).sort());
	});

	it.each(workflows)('$name does what it did', async (workflow) => {
		// Nodes may get more fields, and items more members.
		expect(await replay(engine, workflow, credentials)).toMatchObject(
			outcomes[workflow.name] ?? {},
		);
	});
});

describe('the newest version', () => {
	const { workflows = [], outcomes = {} } = VERSIONS.at(-1) ?? {};
	const nodesOf = (type: string) =>
		workflows.flatMap(({ name, nodes }) =>
			nodes.flatMap((node) =>
				node.type === `n8n-nodes-grc-tprm.${type}`
					? [{ saved: node.parameters, all: outcomes[name]?.parameters[node.name] ?? {} }]
					: [],
			),
		);

	it('has a workflow for every operation', () => {
		for (const { node, resource, operation } of listOperations(engine)) {
			expect(nodesOf(node).map(({ all }) => all)).toContainEqual(
				expect.objectContaining({ resource, operation }),
			);
		}
		const ofPagedHttp = nodesOf('pagedHttp').map(({ all }) => all['operation']);
		expect([...new Set(ofPagedHttp)].sort()).toEqual(['confirm', 'forget', 'read']);
	});

	it('has a value other than the default for every field of every node', () => {
		const missing = engine.packages.project.types.nodes.flatMap(({ name }) => {
			// The trigger has the form of Paged HTTP.
			const names = name === 'pagedHttpTrigger' ? [name, 'pagedHttp'] : [name];
			const saved = names.flatMap(nodesOf).map((node) => node.saved);
			const { properties } = engine.nodeType(`n8n-nodes-grc-tprm.${name}`).description;
			return neverSet(properties, saved).map((field) => `${name}: ${field}`);
		});
		expect(missing).toEqual([]);
	});
});

/** @returns fields, and members of Options and the like, that have a value in none of these */
function neverSet(fields: Field[], values: INodeParameters[]): string[] {
	return fields.filter(isFilledIn).flatMap(({ name, options = [] }) => {
		const set = values.flatMap((value) => value[name] ?? []);
		if (set.length === 0) return [name];
		const groups = options.flatMap((option) => ('values' in option ? [option] : []));
		const members = options.flatMap((option) => ('type' in option ? [option] : []));
		return [
			...neverSet(members, set as INodeParameters[]),
			...groups.flatMap((group) => {
				const entries = (set as INodeParameters[]).flatMap((value) => value[group.name] ?? []);
				return neverSet(group.values, entries as INodeParameters[]);
			}),
		].map((member) => `${name} > ${member}`);
	});
}

type Field = Pick<INodeProperties, 'name' | 'type' | 'options' | 'displayOptions'>;

/**
 * A menu with one entry always has its default; the times of polls are a field of n8n, and a tool's are the model's.
 * What is only shown where it is saved has another place in the form.
 */
function isFilledIn({ name, type, options, displayOptions }: Field): boolean {
	if (displayOptions?.show?.['@tool'] ?? displayOptions?.show?.[name]) return false;
	const isMenuOfOne = type === 'options' && options?.length === 1;
	return type !== 'notice' && type !== 'hidden' && !isMenuOfOne && name !== 'pollTimes';
}
