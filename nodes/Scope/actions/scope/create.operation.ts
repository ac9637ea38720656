import { textField } from '../../../shared/forms/fields';
import { forEachInput } from '../../../shared/node/forItems';
import type { Operation } from '../../../shared/node/operation';
import { ownerLocator, scopeLocator } from '../../../shared/node/properties/locators';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/requests';
import { createScope } from '../../../shared/service/api/scopes';
import { additionalFields } from './scopeFields';

/** Creates a scope (scoped-controls, `POST /v1/scopes`). */
export const create: Operation = {
	properties: [
		textField('Name', 'name', 'Name of the new scope, such as a business unit or region', {
			required: true,
			placeholder: 'e.g. Berlin',
		}),
		ownerLocator(
			'Owner of the new scope, by user ID. The list has the owners of existing scopes.',
			true,
		),
		additionalFields('What the scope is for', [
			scopeLocator({
				displayName: 'Parent Scope',
				name: 'parentId',
				description:
					'Scope to create the new one under. Without a parent, the scope is created at the top level.',
			}),
		]),
		optionsCollection([concurrentRequestsOption]),
	],
	run: forEachInput(
		(item) => {
			// Added but empty is a mistake: the scope would silently end up at the top level.
			const parentId =
				'parentId' in item.collection('additionalFields')
					? item.requiredText('additionalFields.parentId', 'Parent Scope')
					: '';
			return {
				name: item.requiredText('name', 'Name'),
				owner: item.requiredText('owner', 'Owner'),
				description: item.text('additionalFields.description', 'Description'),
				...(parentId && { parentId }),
			};
		},
		async (scope, { client }) =>
			await createScope(
				client,
				scope,
				'Search for the scope with Get Many before you create it again: a new run would create another one.',
			),
		(_, { index }) => `item ${index}`,
	),
};
