import { sendSteps } from '../../../shared/writes/sendSteps';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { idempotencyKeys } from './idempotency';
import { planRows } from './rowsPlan';
import { withSavedNotes } from './savedNote';
import { upsertForm, upsertOptions } from './upsert.properties';
import { readVendorInput, type VendorInput } from './upsertRow';

/** Creates or updates vendors (third-party-risk, search, POST and PATCH of vendors). */
export const upsert = writingOperation<VendorInput>({
	form: upsertForm,
	options: upsertOptions,
	removes: true,
	writesTo: 'vendors',
	reader: (context) => {
		const keyOf = idempotencyKeys(context);
		return (item) => readVendorInput(item, keyOf);
	},
	plan: async (entries, { first }) => {
		const { planned, isSame } = await planRows(entries, first);
		return {
			...planned,
			write: (steps) => withSavedNotes(sendSteps(first.context, steps, isSame)),
		};
	},
});
