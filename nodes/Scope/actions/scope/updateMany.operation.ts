import { numberOf } from '../../../shared/node/coerce';
import { scopeField } from '../../../shared/node/properties/locators';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { conflictsIn, sendBulkSteps } from './bulkSteps';
import { changeOptions, planChanges, readScopeChange } from './scopeChange';
import { isSameMember } from './scopeEvidence';
import { batchSize, updateFields } from './scopeFields';

/** Changes many scopes with few requests (scoped-controls, `PATCH /v1/scopes`). */
export const updateMany = writingOperation({
	form: [
		scopeField(
			'Scope to update, usually an expression with the ID from each input item. Items with the same changes are sent in one request.',
		),
		updateFields,
	],
	options: [batchSize, ...changeOptions],
	removes: true,
	writesTo: 'scopes',
	reader: () => readScopeChange,
	plan: async (entries, { first, mustKnow }) => {
		const most = numberOf(first.options, batchSize);
		const { agreed, conflicts } = conflictsIn(entries);
		const { present, steps } = await planChanges(agreed, first, mustKnow);
		const patchOf = new Map(agreed.map(({ itemIndex, input }) => [itemIndex, input]));
		return {
			steps: [...conflicts, ...steps],
			population: present.population,
			isSame: isSameMember,
			write: (planned) => sendBulkSteps(first.context, planned, patchOf, most),
		};
	},
});
