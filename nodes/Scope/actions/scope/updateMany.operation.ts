import { numberOf } from '../../../shared/node/coerce';
import { runOrPreview } from '../../../shared/node/dryRun';
import { forAllItems } from '../../../shared/node/forItems';
import { InputItem } from '../../../shared/node/inputItem';
import type { Operation } from '../../../shared/node/operation';
import { dryRunProperties } from '../../../shared/node/properties/dryRunFields';
import { scopeField } from '../../../shared/node/properties/locators';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/requests';
import { sendChanges } from './bulkPatches';
import { readScopeChange } from './scopeChange';
import { batchSize, updateFields } from './scopeFields';

/** Changes many scopes with few requests (scoped-controls, `PATCH /v1/scopes`). */
export const updateMany: Operation = {
	properties: [
		scopeField(
			'Scope to update, usually an expression with the ID from each input item. Items with the same changes are sent in one request.',
		),
		updateFields,
		...dryRunProperties,
		optionsCollection([batchSize, concurrentRequestsOption]),
	],
	run: runOrPreview((context, itemCount, isDryRun) =>
		forAllItems({
			read: readScopeChange,
			send: (entries) => {
				const most = numberOf(new InputItem(context, 0).options, batchSize);
				return sendChanges(context, entries, most, isDryRun);
			},
		})(context, itemCount),
	),
};
