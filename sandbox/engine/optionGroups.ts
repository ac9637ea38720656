import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Engine, WorkflowFile } from './engine';

/** What a group of Options has its members under. */
const SETTINGS = 'settings';

/**
 * Tests name each option alone; the form has some of them together under one entry of Add Option.
 *
 * @returns the workflow as the editor saves it
 */
export function withOptionGroups({ packages }: Engine, file: WorkflowFile): WorkflowFile {
	const nodes = file.nodes.map((node) => {
		const { properties } = packages.getByNameAndVersion(node.type, node.typeVersion).description;
		const parameters = inGroups(node.parameters, properties) as typeof node.parameters;
		return { ...node, parameters };
	});
	return { ...file, nodes };
}

/** {@link withOptionGroups} for the parameters of one node. */
export function inGroups(parameters: IDataObject, properties: INodeProperties[]): IDataObject {
	const { options } = parameters;
	if (typeof options !== 'object' || options === null) return parameters;
	const groups = groupsOf(properties);
	const saved: IDataObject = {};
	for (const [name, value] of Object.entries(options)) {
		const isGroup = typeof value === 'object' && value !== null && SETTINGS in value;
		const group = isGroup ? undefined : groups.get(name);
		const others = group === undefined ? undefined : (saved[group] as IDataObject | undefined);
		if (group === undefined) saved[name] = value;
		else saved[group] = { [SETTINGS]: { ...(others?.[SETTINGS] as IDataObject), [name]: value } };
	}
	return { ...parameters, options: saved };
}

/** @returns the names of groups by the options in them */
function groupsOf(properties: INodeProperties[]): Map<string, string> {
	const members = properties.flatMap(({ name, options = [] }) =>
		name === 'options' ? options : [],
	);
	const pairs = members.flatMap((member) =>
		('options' in member ? (member.options ?? []) : []).flatMap((group) =>
			'values' in group && group.name === SETTINGS
				? group.values.map((value) => [value.name, member.name] as const)
				: [],
		),
	);
	return new Map(pairs);
}
