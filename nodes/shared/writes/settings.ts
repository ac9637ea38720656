import type { IExecuteFunctions } from 'n8n-workflow';

import { memberOf } from '../basics/members';
import { operationError, userError } from '../n8n/nodeErrors';
import { numberOf, toText } from '../node/coerce';
import { InputItem } from '../node/inputItem';
import { textsOf } from '../service/serviceError';
import { type Plan, readPlan } from './plan';
import { approvedPlanOption, dryRunProperty, removalLimitOption } from './properties';

/** What applies to a whole run that writes. */
export interface WriteSettings {
	isDryRun: boolean;
	/** The plan that a person has approved; nothing where none is asked for. */
	approved: Plan | undefined;
	/** Removal Limit; nothing where it was not added. */
	limit: number | undefined;
	/** Indexes of the items with Include Response Details. */
	detailed: ReadonlySet<number>;
}

/**
 * Reads the settings of all items, before anything else.
 *
 * @throws NodeOperationError naming the field and the item, when a value cannot be used
 */
export function readWriteSettings(context: IExecuteFunctions): WriteSettings {
	let isDryRun = false;
	const plans = new Set<string>();
	const detailed = new Set<number>();
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const item = new InputItem(context, itemIndex);
			isDryRun = item.switch(dryRunProperty) || isDryRun;
			if (item.options.includeResponseDetails === true) detailed.add(itemIndex);
			const { name, displayName } = approvedPlanOption;
			if (Object.hasOwn(item.options, name))
				plans.add(toText(memberOf(item.options, name), displayName));
		} catch (error) {
			const { message, description } = textsOf(error);
			const texts = {
				message: `${message} (row ${itemIndex + 1})`,
				description: [...description, 'Nothing was written.'],
			};
			throw operationError(context.getNode(), texts, { itemIndex });
		}
	}
	const [plan, ...others] = plans;
	if (others.length > 0 && !isDryRun)
		throw userError(
			'Approved Plan is not the same for all items',
			'Nothing was written. Use the plan of one dry run for the whole run: {{ $("Dry run").first().json.plan }}.',
		);
	const { options } = new InputItem(context, 0);
	return {
		...{ isDryRun, detailed },
		approved: plan === undefined || isDryRun ? undefined : readPlan(plan),
		limit: Object.hasOwn(options, removalLimitOption.name)
			? numberOf(options, removalLimitOption)
			: undefined,
	};
}
