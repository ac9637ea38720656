import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { Engine } from '../../sandbox/engine/engine';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import type { Operation } from './operations';
import type { NodeRun } from './plans';

/** How many entries of a list are used. */
const ENTRIES = 10;

/**
 * Runs an operation as a user would who changes nothing: with the defaults, Return All, and entries
 * of the lists of required fields, one for each item.
 *
 * @throws Error naming the required fields that have neither a default nor a list
 */
export async function defaultRun(engine: Engine, operation: Operation): Promise<NodeRun> {
	const shown = shownProperties(operation);
	const required = shown.filter((property) => property.required && isEmpty(property));
	const isLocator = (property: INodeProperties) => listMethod(property) !== undefined;
	const others = required.filter((property) => !isLocator(property));
	if (others.length > 0) {
		const names = others.map(({ displayName }) => displayName).join(', ');
		throw new Error(`Required fields without a default: ${names}`);
	}

	const parameters: IDataObject = {};
	if (shown.some(({ name }) => name === 'returnAll')) parameters['returnAll'] = true;
	const items: IDataObject[] = [];
	for (const property of required) {
		const { name } = property;
		parameters[name] = { __rl: true, mode: 'list', value: `={{ $json.${name} }}` };
		for (const [index, value] of (await sampleEntries(engine, operation, property)).entries()) {
			items[index] = { ...items[index], [name]: value };
		}
	}
	return { parameters, ...(items.length > 0 && { items }) };
}

function shownProperties({ resource, operation, description }: Operation): INodeProperties[] {
	const node = { typeVersion: 1 };
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		{ resource, operation },
		true,
		false,
		node,
		description,
	) as INodeParameters;
	return description.properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node, description),
	);
}

function isEmpty(property: INodeProperties): boolean {
	return property.default === '' || property.type === 'resourceLocator';
}

function listMethod({ modes = [] }: INodeProperties): string | undefined {
	const [method] = modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	return method;
}

async function sampleEntries(
	engine: Engine,
	{ node: type, resource, operation }: Operation,
	property: INodeProperties,
) {
	const workflow = singleNode({ type, parameters: { resource, operation } }, []);
	const { results } = await engine.listSearch(workflow, NODE, listMethod(property) ?? '');
	// Neighbors in a list are alike; those at intervals show more of what a field can be.
	const step = Math.ceil(results.length / ENTRIES);
	return results.filter((_, index) => index % step === 0).map(({ value }) => value);
}
