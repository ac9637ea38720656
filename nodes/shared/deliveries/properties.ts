import { type INodeProperties, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { listField, numberField, switchField } from '../forms/fields';
import { collection } from '../forms/groups';
import { DEFAULT_TOLERANCE_SECONDS } from './settings';

/** No parameter takes expressions: they could read the unproven request. */
export const STATIC = { noDataExpression: true };

/** A trigger has a second output when rejected deliveries start the workflow, too. */
export const OUTPUTS: INodeTypeDescription['outputs'] = `={{ $parameter["options"]?.["startOnRejected"] ? [{ type: "${NodeConnectionTypes.Main}", displayName: "Events" }, { type: "${NodeConnectionTypes.Main}", displayName: "Rejected" }] : ["${NodeConnectionTypes.Main}"] }}`;

/**
 * @param lateDescription what When Last Node Finishes means for the sender
 * @param description of the field
 */
export function acknowledgeField(description: string, lateDescription: string): INodeProperties {
	return listField(
		'Acknowledge',
		'acknowledge',
		'onReceived',
		description,
		[
			[
				'Immediately',
				'onReceived',
				'When the workflow starts. If the run fails, the event is not sent again.',
			],
			['When Last Node Finishes', 'lastNode', lateDescription],
		],
		STATIC,
	);
}

/**
 * Which trigger this is, for the list of its deliveries: n8n runs lists on a node without a name and an ID.
 * Only the editor evaluates the expression, when it opens the list; the trigger never reads the field.
 */
export const TRIGGER_FIELD: INodeProperties = {
	displayName: 'Trigger ID',
	name: 'triggerId',
	type: 'hidden',
	default: '={{ $workflow.id + "/" + $nodeId }}',
};

/** Its entries are no IDs, and which one is selected has no effect. */
const DELIVERIES = { loadOptionsMethod: 'getDeliveries' };

/** The list that shows what became of the deliveries: it opens with the sum of all. */
export const DELIVERIES_FIELD: INodeProperties = {
	displayName: 'Rejected Deliveries',
	name: 'rejectedDeliveries',
	type: 'options',
	...STATIC,
	typeOptions: DELIVERIES,
	default: '',
	description:
		'Deliveries to this trigger since n8n started. Open the list for the reasons, and what to do. A selection has no effect. With separate webhook processes, only the n8n log has them.',
};

/**
 * The options of a trigger.
 *
 * @param deduplicate what counts as the same event, as a further sentence
 * @param delivery what Include Delivery adds
 * @param tolerance what happens outside of it, as a further sentence
 */
export function deliveryOptions(
	deduplicate: string,
	delivery: string,
	tolerance: string,
): INodeProperties {
	return collection('Options', 'options', 'Add Option', [
		switchField(
			'Deduplicate',
			'deduplicate',
			`Whether to start the workflow only once if an event is delivered several times. ${deduplicate}`,
			{ ...STATIC, default: true },
		),
		switchField('Include Delivery', 'includeDelivery', delivery, STATIC),
		switchField(
			'Start on Rejected',
			'startOnRejected',
			'Whether to also start the workflow, on a second output, when a delivery is rejected: at most once an hour, and once a day per reason until a delivery is accepted',
			STATIC,
		),
		numberField(
			'Tolerance',
			'toleranceSeconds',
			DEFAULT_TOLERANCE_SECONDS,
			[1],
			`How many seconds the timestamp of a delivery may differ from the clock of the n8n server. ${tolerance}`,
			STATIC,
		),
	]);
}
