import type { IDataObject } from 'n8n-workflow';

import { isUuid } from '../../../shared/basics/ids';
import { textField } from '../../../shared/forms/fields';
import { doubtOf } from '../../../shared/node/cells/doubtful';
import { identityText } from '../../../shared/node/cells/identifying';
import { looksLikePerson } from '../../../shared/node/cells/person';
import { toCellText } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, FailedResult } from '../../../shared/node/operation';
import { ownerLocator, pathOf, scopeLocator } from '../../../shared/node/properties/locators';
import { concurrentRequestsOption } from '../../../shared/node/properties/requests';
import { createScope } from '../../../shared/service/api/scopes';
import type { ServiceClient } from '../../../shared/service/client';
import type { Step } from '../../../shared/writes/step';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { additionalFields } from './scopeFields';
import { ScopeState } from './scopeState';

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
	plan: async (entries, { first }) => {
		const present = entries.some(isDoubtful)
			? await ScopeState.read(first, false, false)
			: undefined;
		const steps = entries.map(({ itemIndex, input }): Step | FailedResult => {
			try {
				return stepOf(itemIndex, input, present);
			} catch (error) {
				return { items: [itemIndex], error };
			}
		});
		return { steps, population: {} };
	},
});

function readNewScope(item: InputItem): NewScope {
	// Added but empty is a mistake: the scope would silently end up at the top level.
	const parentId =
		'parentId' in item.collection('additionalFields')
			? identity(item, 'additionalFields.parentId', 'Parent Scope')
			: '';
	const description = item.value('additionalFields.description', '');
	const scope = {
		name: identity(item, 'name', 'Name'),
		owner: identity(item, 'owner', 'Owner'),
		description: toCellText(description, 'Description'),
		...(parentId && { parentId }),
	};
	return { client: item.client, scope };
}

function identity(item: InputItem, name: string, label: string): string {
	return identityText(item.requiredText(name, label), label);
}

/** @returns whether only the scopes that exist can tell whether a value is right */
function isDoubtful({ input: { scope } }: BatchEntry<NewScope>): boolean {
	const { owner, parentId } = scope;
	return looksLikePerson(String(owner)) || (typeof parentId === 'string' && !isUuid(parentId));
}

/** @throws UserError when the parent is a name, or what else cannot be an ID */
function stepOf(
	itemIndex: number,
	{ client, scope }: NewScope,
	present: ScopeState | undefined,
): Step {
	const { name, parentId } = scope;
	if (typeof parentId === 'string' && present?.isNoId(parentId)) present.get(parentId);
	return {
		items: [itemIndex],
		records: [`item ${itemIndex}`],
		evidence: {
			action: 'created',
			why: 'new in the input',
			warnings: [
				...(present?.ownerWarnings(scope.owner) ?? []),
				...doubtOf(scope.description, 'Description'),
			],
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
