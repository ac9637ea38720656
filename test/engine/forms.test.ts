import {
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';

import { harnessForAll } from '../helpers/harness';

/**
 * What workflows and credentials save: names, types, defaults, and values of choices. n8n saves only what
 * differs from the default, so that a new default changes workflows that exist, and a renamed field loses
 * its value. A difference here is either a mistake, or needs a new version of the node (CONTRIBUTING.md).
 * `npx jest test/engine/forms.test.ts -u` writes the snapshot anew. What the form says is in docs/reference.
 */

const harness = harnessForAll();

it('nodes save what they did', () => {
	const { types } = harness.engine.packages.project;
	expect(types.nodes.length).toBeGreaterThan(0);
	for (const { name, version, credentials, inputs, outputs, properties } of types.nodes) {
		const head = JSON.stringify({ version, inputs, outputs });
		const uses = (credentials ?? []).map(({ name: type, displayOptions }) =>
			['credential', type, ...conditionOf(displayOptions)].join(' '),
		);
		expect([head, ...uses, ...linesOf(properties)].join('\n')).toMatchSnapshot(`node ${name}`);
	}
});

it('credentials save what they did', () => {
	const { project } = harness.engine.packages;
	const names = Object.keys(project.known.credentials).sort();
	expect(names.length).toBeGreaterThan(0);
	for (const name of names) {
		const { properties, extends: parents = [] } = project.getCredential(name).type;
		const head = parents.map((parent) => `extends ${parent}`);
		expect([...head, ...linesOf(properties)].join('\n')).toMatchSnapshot(`credential ${name}`);
	}
});

it('says nothing in a form that is longer than a person reads there', () => {
	const { project } = harness.engine.packages;
	const { types, known } = project;
	const credentials = Object.keys(known.credentials).map(
		(name) => project.getCredential(name).type,
	);
	const long = [...types.nodes, ...credentials].flatMap((type) =>
		textsIn(type).filter((text) => text.replaceAll(/<[^>]+>/g, '').length > MOST_TEXT),
	);
	expect(long).toEqual([]);
});

it("has no more to read, when a node is first opened, than n8n's own nodes have", () => {
	const { packages } = harness.engine;
	const own = N8N_NODES.flatMap((name) =>
		firstOpened(packages.getByNameAndVersion(`n8n-nodes-base.${name}`).description),
	);
	const most = Math.max(...own.map(({ text }) => text.length));
	const ours = packages.project.types.nodes.flatMap(firstOpened);
	expect(ours.filter(({ text, notices }) => text.length > most || notices > 1)).toEqual([]);
});

/** Nodes of n8n for requests, tables, and events. */
const N8N_NODES = ['httpRequest', 'airtable', 'googleSheets', 'webhook', 'githubTrigger'];

/** @returns for each operation, as it is added from the panel, what stands between its fields */
function firstOpened(type: INodeTypeDescription) {
	const choices = (name: string, among = type.properties) =>
		among
			.filter((field) => field.name === name)
			.flatMap(({ options = [] }) => options.filter(isChoice));
	const shownFor = (resource: string) =>
		type.properties.filter(({ displayOptions }) =>
			(displayOptions?.show?.resource ?? [resource]).includes(resource),
		);
	const menus = choices('resource').flatMap(({ value: resource }) =>
		choices('operation', shownFor(String(resource))).map(({ value }) => ({
			resource,
			operation: value,
		})),
	);
	const operations = choices('operation').map(({ value }) => ({ operation: value }));
	return [menus, operations, [{}]]
		.find(({ length }) => length > 0)!
		.map((parameters) => {
			const node = {
				...{ id: '', name: '', type: type.name, position: [0, 0] as [number, number], parameters },
				typeVersion: [type.version].flat().at(-1)!,
			};
			const values = NodeHelpers.getNodeParameters(
				type.properties,
				parameters,
				true,
				false,
				node,
				type,
			);
			const shown = type.properties.filter((field) =>
				NodeHelpers.displayParameter(values ?? {}, field, node, type),
			);
			const notices = shown.filter((field) => field.type === 'notice');
			const texts = [
				...notices.map((field) => field.displayName),
				...shown.map(({ hint }) => hint ?? ''),
			];
			const text = texts.join('').replaceAll(/<[^>]+>/g, '');
			return { node: type.displayName, ...parameters, notices: notices.length, text };
		});
}

/** Members of a description whose text n8n shows. */
const SHOWN = [
	...['displayName', 'description', 'hint', 'notice', 'placeholder', 'action', 'activationMessage'],
	...[
		'header',
		'executionsHelp',
		'active',
		'inactive',
		'activationHint',
		'eventTriggerDescription',
	],
];

/** What is longer is a page in the docs. */
const MOST_TEXT = 200;

/** @returns the texts of a form that n8n shows */
function textsIn(form: unknown): string[] {
	if (Array.isArray(form)) return form.flatMap(textsIn);
	if (typeof form !== 'object' || form === null) return [];
	return Object.entries(form).flatMap(([name, value]: [string, unknown]) => {
		if (typeof value !== 'string') return name === 'default' ? [] : textsIn(value);
		return SHOWN.includes(name) ? [value] : [];
	});
}

/** A field that n8n adds to triggers that poll. */
const POLL_TIMES = 'pollTimes';

/** @returns a line for each field, with those inside it below it; notices save nothing */
function linesOf(fields: INodeProperties[]): string[] {
	return fields.flatMap((field) => {
		if (field.type === 'notice' || field.name === POLL_TIMES) return [];
		const { name, type, required, typeOptions, modes = [], options = [], displayOptions } = field;
		const choices = options.flatMap((option) => (isChoice(option) ? [option.value] : []));
		const line = [
			`${name}:`,
			type,
			...(required ? ['required'] : []),
			...(typeOptions?.multipleValues ? ['several'] : []),
			...modes.map((mode) => `by ${mode.name}`),
			`= ${JSON.stringify(field.default)}`,
			...(choices.length > 0 ? [`of ${JSON.stringify(choices)}`] : []),
			...conditionOf(displayOptions),
		].join(' ');
		return [line, ...options.flatMap(insideOf).map((inside) => `  ${inside}`)];
	});
}

type Option = NonNullable<INodeProperties['options']>[number];

function insideOf(option: Option): string[] {
	if (isGroup(option)) return [option.name, ...linesOf(option.values).map((line) => `  ${line}`)];
	return 'type' in option ? linesOf([option]) : [];
}

function isChoice(option: Option): option is INodePropertyOptions {
	return 'value' in option;
}

function isGroup(option: Option): option is INodePropertyCollection {
	return 'values' in option;
}

function conditionOf(displayOptions: INodeProperties['displayOptions']): string[] {
	return displayOptions ? [`when ${JSON.stringify(displayOptions)}`] : [];
}
