import type { IDataObject } from 'n8n-workflow';

import { textField } from '../../../shared/forms/fields';
import type { InputItem } from '../../../shared/node/inputItem';
import { ownerLocator, pathOf, scopeLocator } from '../../../shared/node/properties/locators';
import { concurrentRequestsOption } from '../../../shared/node/properties/requests';
import { createScope } from '../../../shared/service/api/scopes';
import type { ServiceClient } from '../../../shared/service/client';
import type { Step } from '../../../shared/writes/step';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { additionalFields } from './scopeFields';

/** What an item says about a new scope. */
interface NewScope {
	/** Made before anything is sent: limits that cannot be used are known by then. */
	client: ServiceClient;
	scope: IDataObject;
}

/** Creates a scope (scoped-controls, `POST /v1/scopes`). */
export const create = writingOperation<NewScope>({
	form: [
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
	],
	options: [concurrentRequestsOption],
	removes: false,
	again: 'created',
	writesTo: 'scopes',
	reader: () => readNewScope,
	plan: async (entries) => ({
		steps: entries.map(({ itemIndex, input }) => stepOf(itemIndex, input)),
		population: {},
	}),
});

function readNewScope(item: InputItem): NewScope {
	// Added but empty is a mistake: the scope would silently end up at the top level.
	const parentId =
		'parentId' in item.collection('additionalFields')
			? item.requiredText('additionalFields.parentId', 'Parent Scope')
			: '';
	const scope = {
		name: item.requiredText('name', 'Name'),
		owner: item.requiredText('owner', 'Owner'),
		description: item.text('additionalFields.description', 'Description'),
		...(parentId && { parentId }),
	};
	return { client: item.client, scope };
}

function stepOf(itemIndex: number, { client, scope }: NewScope): Step {
	const { name, parentId } = scope;
	return {
		items: [itemIndex],
		records: [`item ${itemIndex}`],
		evidence: {
			action: 'created',
			why: 'new in the input',
			warnings: [],
			// Where it is below another one, only the answer says where.
			identity: { id: null, name, path: parentId === undefined ? name : null },
			changes: {},
			besides: {},
			record: { id: null, ...scope },
		},
		send: async () => {
			const { record, response } = await createScope(client, scope, IF_OPEN);
			return { record, response, identity: { path: pathOf({ name, ...record }) } };
		},
	};
}

const IF_OPEN =
	'Search for the scope with Get Many before you create it again: a new run would create another one.';
