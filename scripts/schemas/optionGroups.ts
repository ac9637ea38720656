import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { SETTINGS } from '../../nodes/shared/forms/groups';

/**
 * Plans name each option alone; the form has some of them together under one entry of Add Option.
 *
 * @returns the parameters of a node as the editor saves them
 */
export function inGroups(parameters: IDataObject, properties: INodeProperties[]): IDataObject {
	const { options } = parameters;
	if (typeof options !== 'object' || options === null) return parameters;
	const groups = groupsOf(properties);
	const saved: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(options)) {
		const group = groups.get(name);
		if (group === undefined) saved[name] = value;
		else saved[group] = { [SETTINGS]: { ...settingsOf(saved[group]), [name]: value } };
	}
	return { ...parameters, options: saved };
}

function settingsOf(group: unknown): object {
	return (group as Record<typeof SETTINGS, object> | undefined)?.[SETTINGS] ?? {};
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
