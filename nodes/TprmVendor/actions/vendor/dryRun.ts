import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { dryRunProperty, runOrPreview } from '../../../shared/node/dryRun';
import type { InputItem } from '../../../shared/node/inputItem';
import { toBoolean } from '../../../shared/node/parameters';
import type { Operation } from '../../../shared/node/types';
import { toOutputVendor } from '../output';
import type { Change, VendorIndex } from './findVendor';
import { forEachVendor } from './findVendor';
import { hasFields, KnownFields } from './vendorFields';

/** An operation on single vendors, before it has a dry run. */
interface ChangeOperation<Input> extends Operation {
	action: Change['action'];
	/** Reads an item before anything is sent. */
	read: (item: InputItem) => Input;
	/** What the item would make of the vendor as it is. */
	after: (before: IDataObject, input: Input) => IDataObject | null;
}

/**
 * Adds Dry Run to an operation on single vendors. With it, the vendors are read with one search, and
 * nothing else is sent.
 */
export function withDryRun<Input extends { id: string }>({
	properties,
	run,
	...planned
}: ChangeOperation<Input>): Operation {
	const preview: Operation['run'] = (context, itemCount) => {
		let show: ReturnType<typeof previewer> | undefined;
		return forEachVendor(planned.read, async (input, item, vendors) => {
			show ??= previewer(vendors);
			const known = vendors.get(input.id);
			const before = { ...known };
			const after = planned.after(before, input);
			const isSame = after !== null && hasFields(before, after, vendors.dates);
			const action = isSame ? 'unchanged' : planned.action;
			const output = await show(item, { action, before, after, response: vendors.response });
			// A later item finds the vendor as this one would leave it.
			if (after) Object.assign(known, after);
			else vendors.forget(input.id);
			return output;
		})(context, itemCount);
	};
	return {
		properties: withDryRunProperty(properties),
		run: runOrPreview((context, itemCount, isDryRun) =>
			(isDryRun ? preview : run)(context, itemCount),
		),
	};
}

/** Options are last in every form. */
function withDryRunProperty(properties: INodeProperties[]): INodeProperties[] {
	return [...properties.slice(0, -1), dryRunProperty, ...properties.slice(-1)];
}

/** @returns what describes changes that are not made, and warns of what no vendor had before */
export function previewer(vendors: VendorIndex) {
	const fields = new KnownFields(vendors.records);
	return async (item: InputItem, { action, before, after, response }: Change) => {
		const warning = after ? fields.warnings(after).join(' ') : '';
		const row = { action, id: before?.id ?? null, ...(warning && { warning }), before, after };
		return await toOutputVendor(item, row, response);
	};
}

/**
 * Decides about a Match Field by which no vendor can be found.
 *
 * @throws UserError unless it is a dry run, which has a hint then, or the item's Options allow it
 */
export function checkNewField(
	{ context, options }: InputItem,
	field: string,
	vendors: VendorIndex,
	isDryRun: boolean,
): void {
	if (toBoolean(options.allowNewMatchField, 'Allow New Match Field', false)) return;
	const message = `No vendor has the Match Field ${field}`;
	const advice = `Check its spelling.${new KnownFields(vendors.records).suggestion(field)} If it is a new field, turn on Allow New Match Field under Options for the first run.`;
	if (!isDryRun) {
		throw new UserError(message, {
			description: `${advice} Nothing was written, because all vendors would be created again.`,
		});
	}
	context.addExecutionHints({
		message: `${message}. ${advice}`,
		type: 'warning',
		location: 'outputPane',
	});
}
