import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

/** A field to which the user adds what is needed. */
export function collection(
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties {
	return { displayName, name, type: 'collection', placeholder, default: {}, options };
}

/** @returns the properties in the order in which the editor lists them */
export function byLabel(properties: INodeProperties[]): INodeProperties[] {
	return properties.sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/**
 * Several options under one entry of Add Option, which shows all of them, as those of HTTP Request do. A
 * node reads each of them as if it stood alone. Defaults are what the entry has once it is added: nothing
 * else than without it, unless a person who adds it means one of them.
 *
 * @param show when the form has the entry; always by default
 */
export function optionGroup(
	displayName: string,
	name: string,
	values: INodeProperties[],
	show?: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		...(show && { displayOptions: { show } }),
		default: { [SETTINGS]: {} },
		options: [{ displayName, name: SETTINGS, values }],
	};
}

/** What a saved group has its options under. */
export const SETTINGS = 'settings';

/**
 * @returns the members of a group as options of their own, for workflows that were written by the names of the
 *   options: n8n would drop such a value silently. The form shows one where it is saved, and never offers it.
 */
export function membersAlone({ options = [] }: INodeProperties): INodeProperties[] {
	const members = options.flatMap((group) =>
		'values' in group && group.name === SETTINGS ? group.values : [],
	);
	return members.flatMap((member) =>
		updateDisplayOptions({ show: { [member.name]: [{ _cnd: { exists: true } }] } }, [member]),
	);
}
