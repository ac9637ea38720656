import '../../sandbox/engine/environment';

import path from 'node:path';

import glob from 'fast-glob';
import type { OutputSchemaRef } from 'n8n-core';
import { loadOutputSchema, resolveOutputSchemaPath } from 'n8n-core';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { outputSchema } from '../../scripts/schemas/jsonSchema';
import type { Observation } from '../../scripts/schemas/observe';
import { observe } from '../../scripts/schemas/observe';
import { listOperations } from '../../scripts/schemas/operations';
import { PLANS } from '../../scripts/schemas/plans';
import { readRequests, requestsOf } from '../../scripts/schemas/requests';
import { harnessForAll } from '../helpers/harness';

const DIST = path.resolve('dist');

const harness = harnessForAll();
let observations: Observation[];

beforeAll(async () => {
	observations = await observe();
});

it('come from operations that can be run, with their defaults or by a plan', () => {
	expect(observations.flatMap(({ problem }) => problem ?? [])).toEqual([]);
	const names = observations.map(({ nodeDir, resource, operation }) =>
		[nodeDir, resource, operation].join(' '),
	);
	expect(new Set(names).size).toBe(names.length);
});

it('have plans for operations that exist only', () => {
	const operations = listOperations(harness.engine).map(
		({ node, resource, operation }) => `${node} ${resource} ${operation}`,
	);
	expect(Object.keys(PLANS).filter((name) => !operations.includes(name))).toEqual([]);
});

it('lie where n8n looks for those of every operation and of the trigger, and nowhere else', () => {
	const files = lookups().map(
		(lookup) => resolveOutputSchemaPath(lookup) ?? describeLookup(lookup),
	);
	expect(files.map(relative).sort()).toEqual(
		glob.sync(`${DIST}/nodes/**/__schema__/**`).map(relative).sort(),
	);
	expect(files.length).toBeGreaterThan(0);
});

it('say what comes out of the nodes now (npm run generate writes them anew)', () => {
	const inferred = new Map(
		observations.map((observation) => [describeLookup(observed(observation)), observation]),
	);
	expect([...inferred.keys()].sort()).toEqual(lookups().map(describeLookup).sort());
	for (const lookup of lookups()) {
		const name = describeLookup(lookup);
		const schema = outputSchema(inferred.get(name)?.items ?? []);
		// As text, since the editor shows members in their order.
		expect(toText(name, loadOutputSchema(lookup))).toBe(toText(name, schema));
	}
});

it('the documentation names the requests of each operation (npm run generate writes them anew)', () => {
	expect(requestsOf(observations)).toEqual(readRequests());
});

it('each field of each operation was run with another value than its default (scripts/schemas/plans.ts)', () => {
	const missing = harness.engine.packages.project.types.nodes.flatMap(({ name: node }) => {
		const { description } = harness.engine.nodeType(`n8n-nodes-grc-tprm.${node}`);
		const { properties } = description;
		const saved = observations.flatMap(({ name = '', saved: all }) =>
			name.startsWith(`${node} `) ? all : [],
		);
		const changed = saved.map(
			(parameters) =>
				NodeHelpers.getNodeParameters(
					properties,
					parameters as INodeParameters,
					false,
					false,
					{ typeVersion: 1 },
					description,
				) ?? {},
		);
		if (changed.length === 0) return [];
		return neverSet(properties, changed).map((field) => `${node}: ${field}`);
	});
	expect(missing).toEqual([]);
});

const text = { type: 'string' };
const orNull = { type: ['string', 'null'] };
const texts = { type: 'array', items: text };

/** Scope (scoped-controls, Resources and their fields). */
const SCOPE = {
	id: text,
	name: text,
	owner: text,
	description: text,
	parentId: orNull,
	pathIds: texts,
	pathNames: texts,
	status: text,
	customFields: { type: 'object' },
	createdOn: text,
	updatedOn: text,
};
/** Control, as returned by assignments and listing (scoped-controls). */
const CONTROL = {
	id: text,
	controlType: text,
	controlIdentifier: text,
	name: text,
	scopeName: text,
	owner: text,
};
/** What every operation that writes says about a record, in its first and last columns. */
const EVIDENCE = {
	...{ action: text, why: text, warning: text, row: { type: 'integer' } },
	...{ changes: { type: 'object' }, requestId: text, writtenAt: text },
};
/** Of records of which some are as wanted already. */
const SOME_UNCHANGED = { ...EVIDENCE, requestId: orNull, writtenAt: orNull };
/** Scope tree node (scoped-controls); its children are rows of their own. */
const TREE_ROW = { id: text, name: text, pathNames: texts, path: text, parentId: orNull };
/** The fields that are named at all (third-party-risk, Date and datetime values). */
const VENDOR = { id: text, tprm_contract_end_date: orNull, started_at: orNull };
const ENVELOPE = {
	id: text,
	type: text,
	api_version: text,
	occurred_at: text,
	source: text,
	data: { type: 'object' },
	delivery_id: text,
};

it.each([
	['Scope scope archive', { ...EVIDENCE, ...SCOPE }],
	['Scope scope create', { ...EVIDENCE, ...SCOPE }],
	['Scope scope getMany', SCOPE],
	['Scope scope update', { ...EVIDENCE, ...SCOPE }],
	['Scope scope updateMany', { ...EVIDENCE, ...SCOPE }],
	['Scope tree get', TREE_ROW],
	['Scope tree sync', { ...SOME_UNCHANGED, ...SCOPE, row: {}, path: text, removedAssignments: {} }],
	[
		'ScopeAssignment scopeAssignment assign',
		{
			...{ ...EVIDENCE, id: text, name: text, controlIdentifier: text },
			assignments: { type: 'array', items: { properties: CONTROL } },
			...{ added: { type: 'array' }, removed: { type: 'array' } },
		},
	],
	['Control control getMany', { ...CONTROL, assignments: { type: 'array' } }],
	['TprmVendor vendor archive', { ...SOME_UNCHANGED, ...VENDOR }],
	['TprmVendor vendor create', { ...EVIDENCE, ...VENDOR }],
	['TprmVendor vendor getMany', VENDOR],
	['TprmVendor vendor replace', { ...EVIDENCE, ...VENDOR }],
	['TprmVendor vendor update', { ...EVIDENCE, ...VENDOR }],
	['TprmVendor vendor upsert', { ...SOME_UNCHANGED, ...VENDOR }],
	['TprmVendorTrigger', ENVELOPE],
])('%s has every field that the specification names', (name, properties) => {
	const lookup = lookups().find((candidate) => describeLookup(candidate) === name);
	expect(lookup && loadOutputSchema(lookup)).toMatchObject({ type: 'object', properties });
});

/** @returns how n8n asks for the schemas of the package; some nodes give whatever an API or a sender sends */
function lookups(): OutputSchemaRef[] {
	return harness.engine.packages.project.types.nodes
		.filter(({ name }) => !/^(pagedHttp|signedWebhook)/.test(name))
		.flatMap(({ name, version, properties }): OutputSchemaRef[] => {
			const node = { nodeDir: nodeDir(name), version: Math.max(...[version].flat()) };
			const operations = properties.filter((property) => property.name === 'operation');
			if (operations.length === 0) return [{ ...node, versionFallback: true }];
			return operations.flatMap(choices).map((choice) => ({ ...node, ...choice }));
		});
}

/** @returns what the user can choose in an Operation field, for each resource that it is shown for */
function choices({ displayOptions, options = [] }: INodeProperties) {
	const resources = displayOptions?.show?.['resource'] ?? [];
	return resources.flatMap((resource) =>
		options.flatMap((option) =>
			'value' in option ? [{ resource: String(resource), operation: String(option.value) }] : [],
		),
	);
}

function nodeDir(name: string): string {
	const { known, directory } = harness.engine.packages.project;
	return path.join(directory, path.dirname(known.nodes[name]?.sourcePath ?? ''));
}

function observed({ nodeDir: source, resource, operation }: Observation): OutputSchemaRef {
	const node = { nodeDir: path.join(DIST, source), version: 1 };
	if (resource === undefined || operation === undefined) return { ...node, versionFallback: true };
	return { ...node, resource, operation };
}

function describeLookup({ nodeDir: dir, resource, operation }: OutputSchemaRef): string {
	return [path.basename(dir), resource, operation].filter((part) => part !== undefined).join(' ');
}

const relative = (file: string) => path.relative(DIST, file);

function toText(name: string, schema: unknown): string {
	return JSON.stringify({ [name]: schema }, null, 1);
}

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
 * A menu with one entry always has its default, and a tool's fields are the model's.
 * What is only shown where it is saved has another place in the form.
 */
function isFilledIn({ name, type, options, displayOptions }: Field): boolean {
	if (displayOptions?.show?.['@tool'] ?? displayOptions?.show?.[name]) return false;
	const isMenuOfOne = type === 'options' && options?.length === 1;
	return type !== 'notice' && type !== 'hidden' && !isMenuOfOne;
}
