import type { INodeProperties } from 'n8n-workflow';

import { type More, switchField, textField } from '../basics/fields';

export { listField, switchField, textField } from '../basics/fields';

/** What makes a field one for a secret. */
export const SECRET = { typeOptions: { password: true } };

/** What is different between the lists of names and values. */
interface NamedValues extends Omit<
	INodeProperties,
	'type' | 'typeOptions' | 'options' | 'placeholder'
> {
	/** An entry of the list: `Header`; in lower case, it is also the name of the list's only group. */
	entry: string;
	/** Partial fields of an entry, such as their examples. */
	nameField: More;
	valueField?: More;
}

/** @returns a field with a list of names and values, such as headers */
export function namedValues(list: NamedValues): INodeProperties {
	const { entry, nameField, valueField, ...field } = list;
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entry}`,
		options: [
			{
				displayName: entry,
				name: entry.toLowerCase(),
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '', ...nameField },
					{ displayName: 'Value', name: 'value', type: 'string', default: '', ...valueField },
				],
			},
		],
	};
}

/**
 * Allowed Hosts and Ignore SSL Issues, as every credential has them.
 *
 * @param secret what is sent to the hosts
 * @param host an example of one
 */
export function connectionFields(secret: string, host: string): INodeProperties[] {
	return [
		textField(
			'Allowed Hosts',
			'allowedHosts',
			`Additional hosts that may receive the ${secret}, separated by commas. Requests to any other host are rejected.`,
			{ placeholder: `e.g. ${host}, files.example.com:8443` },
		),
		switchField(
			'Ignore SSL Issues (Insecure)',
			'ignoreSSLIssues',
			'Whether to connect even if SSL certificate validation is not possible',
		),
	];
}
