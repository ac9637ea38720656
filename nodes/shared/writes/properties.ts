import { noticeField, numberField, switchField, textField } from '../forms/fields';
import { AS_TOOL } from '../node/properties/asTool';

/** The switch of operations that can show what they would write. */
export const dryRunProperty = switchField(
	'Dry Run',
	'dryRun',
	'Whether to only return the plan of the changes. If this is on for one item, nothing is written for any item.',
	{
		hint: 'If off, "Execute previous nodes" also makes the changes',
		builderHint: {
			propertyHint: 'Set it to true first, and to false once the plan in the output is right',
		},
	},
);

/** What operations with a dry run have. */
export const dryRunProperties = [
	dryRunProperty,
	noticeField(
		'agentNotice',
		'Without Dry Run, the agent makes changes without asking. To approve each call, add a human review step (n8n 2).',
		AS_TOOL,
	),
];

/** The member of Options for the plan that a person has approved. */
export const approvedPlanOption = textField(
	'Approved Plan',
	'approvedPlan',
	'The plan of a dry run that a person has approved. Nothing is written unless the plan is still the same. An approved plan can remove more than Removal Limit.',
	{ placeholder: 'e.g. {{ $("Dry run").first().json.plan }}' },
);

/** The member of Options for how much a run may remove. */
export const removalLimitOption = numberField(
	'Removal Limit',
	'removalLimit',
	100,
	[0],
	'Max number to archive, delete, remove, or clear in a run. If there are more, nothing is written. Without this option, a run stops if it would remove more than 10 and more than 20 percent.',
);
