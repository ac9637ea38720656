import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { confirmOperation, forgetOperation } from './confirm.operation';
import { readOperation } from './read.operation';

/** By the value of the menu. */
export const OPERATIONS = {
	read: readOperation,
	confirm: confirmOperation,
	forget: forgetOperation,
};

/** The menu of operations. */
export const operationProperty: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Confirm',
			value: 'confirm',
			action: 'Confirm new and changed records',
			description: 'Mark the records as processed, so that they are not returned again',
		},
		{
			name: 'Reset Change History',
			value: 'forget',
			action: 'Reset the change history',
			description:
				'Forget which records all nodes of this workflow have read, so that all records are new',
		},
		{
			name: 'Read',
			value: 'read',
			action: 'Read all pages',
			description: 'Read all pages of an API, or only what is new and changed',
		},
	],
	default: 'read',
};

/** @returns the properties, shown with the operation Read only */
export function readOnly(properties: INodeProperties[]): INodeProperties[] {
	return updateDisplayOptions({ show: { operation: ['read'] } }, properties);
}

/** The properties of the operations besides Read. */
export const otherProperties: INodeProperties[] = [
	...updateDisplayOptions({ show: { operation: ['confirm'] } }, confirmOperation.properties),
	...updateDisplayOptions({ show: { operation: ['forget'] } }, forgetOperation.properties),
];
