import { listField, switchField } from '../../../shared/forms/fields';
import { forModel } from '../../../shared/node/modelAnswer';
import { forEachInput } from '../../../shared/node/forItems';
import { incompleteNote } from '../../../shared/node/incompleteList';
import type { Operation } from '../../../shared/node/operation';
import {
	modelProperties,
	returnFieldsOption,
} from '../../../shared/node/properties/returnedRecords';
import { optionsCollection } from '../../../shared/node/properties/requests';
import { returnFields } from '../../../shared/node/returnFields';
import { addWarning } from '../../../shared/node/warnings';
import { flattenTree, getScopeTree } from '../../../shared/service/api/scopeTree';

const onlyActive = switchField('Only Active', 'onlyActive', 'Whether to exclude archived scopes', {
	default: true,
});

/** Reads the hierarchy of scopes (scoped-controls, `POST /v1/scopes/tree`). */
export const get: Operation = {
	properties: [
		onlyActive,
		listField('Output', 'output', 'rows', 'How to return the tree', [
			['Nested', 'nested', 'Return one item: the root scope with its children nested inside'],
			['Rows', 'rows', 'Return one item per scope with its depth, path, and parent, parents first'],
		]),
		...modelProperties,
		optionsCollection([
			{ ...returnFieldsOption, displayOptions: { show: { '/output': ['rows'] } } },
		]),
	],
	run: forEachInput(
		(item) => ({
			isActive: item.switch(onlyActive),
			shape: item.value('output') === 'nested' ? undefined : returnFields(item),
		}),
		async ({ isActive, shape }, item) => {
			const { root, doubt } = await getScopeTree(item.client, isActive);
			const about = doubt === undefined ? undefined : incompleteNote(doubt);
			if (about !== undefined) addWarning(item.context, about);
			const rows = shape ? shape(flattenTree(root)) : [root];
			return forModel(item, rows, rows.length, about);
		},
	),
};
