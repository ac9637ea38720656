import { createHash, randomUUID } from 'crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { canonicalJson } from '../../../shared/basics/values';
import type { InputItem } from '../../../shared/node/inputItem';
import { toChoice, toText } from '../../../shared/node/parameters';
import { optionGroup } from '../../../shared/node/properties/fields';

/** The member of Options for every operation that creates vendors. */
export const idempotencyOption = optionGroup('Idempotency', 'idempotencyKey', [
	{
		displayName: 'Idempotency',
		name: 'idempotency',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					"Prevents duplicates when a request or the node is repeated within one execution, such as by Retry On Fail. Running the workflow again, or using n8n's Retry button, creates another vendor.",
			},
			{
				name: 'From Content',
				value: 'content',
				description:
					'Prevents duplicates when the same vendor is sent again within 24 hours, in any execution. Two identical input items create one vendor.',
			},
			{
				name: 'Custom Key',
				value: 'own',
				description:
					'Prevents duplicates with a key that you enter under Custom Idempotency Key. Within 24 hours, a key creates one vendor.',
			},
		],
		default: 'automatic',
		description:
			'How the service recognizes a repeated request. It then returns the existing vendor instead of creating another one.',
	},
	{
		displayName: 'Custom Idempotency Key',
		name: 'ownIdempotencyKey',
		type: 'string',
		displayOptions: { show: { idempotency: ['own'] } },
		default: '',
		placeholder: 'e.g. intake-{{ $json.requestNumber }}',
		description:
			'Sent unchanged. It must be different for each vendor, so use an expression that identifies the item.',
	},
]);

/**
 * Makes the keys of a run (third-party-risk, Endpoints: rules 1 and 2). No custom key is used for two
 * vendors, of which only the first would be created.
 *
 * @returns a function that returns the `Idempotency-Key` of an item and what it creates: the same when n8n runs
 *   the node again within the same execution; for From Content the same for equal bodies. It throws a UserError when
 *   a custom key is missing, cannot be sent, or is that of another vendor
 */
export function idempotencyKeys(context: IExecuteFunctions) {
	const uses = new Map<string, { row: number; content: string }>();
	// The same for all items; finding it out takes n8n as long as all else for one.
	const run = runOf(context);
	return (item: InputItem, body: IDataObject): string => {
		const setting = settingOf(item);
		// Without the body, which an expression such as `$now` makes another one in a repetition; and without
		// an execution's ID, two executions would look alike.
		if (setting === 'automatic') return `n8n-${run ? hash([...run, item.index]) : randomUUID()}`;
		const content = canonicalJson(body);
		if (setting === 'content') return `content-${hash(['vendor', content])}`;
		const key = toText(item.options.ownIdempotencyKey, 'Custom Idempotency Key');
		if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
			throw new UserError(`Custom Idempotency Key ${key === '' ? 'is empty' : 'cannot be sent'}`, {
				description:
					'Under Options > Idempotency, enter up to 255 unaccented letters, digits and common symbols, usually as an expression that identifies the item. The key is sent in a header.',
			});
		}
		const row = item.index + 1;
		const before = uses.get(key) ?? { row, content };
		uses.set(key, before);
		if (before.content === content) return key;
		throw new UserError(
			`Rows ${before.row} and ${row} are different vendors with the same idempotency key`,
			{
				description:
					'Use an expression under Custom Idempotency Key that differs between rows. The service would treat the second vendor as a repetition of the first and not create it.',
			},
		);
	};
}

const SETTINGS = { automatic: 'automatic', content: 'content', own: 'own' } as const;

function settingOf({ options }: InputItem): keyof typeof SETTINGS {
	return toChoice(options.idempotency ?? 'automatic', 'Idempotency', SETTINGS);
}

/** @returns what tells the run of a node from others; `undefined` if n8n has no id for the execution */
function runOf(context: IExecuteFunctions): unknown[] | undefined {
	const execution = context.getExecutionId();
	if (!execution) return undefined;
	const { id, name } = context.getNode();
	const workflow = context.getWorkflow().id ?? '';
	const { $runIndex } = context.getWorkflowDataProxy(0);
	return [context.getInstanceId(), workflow, execution, id || name, $runIndex];
}

function hash(parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * What to do when it is not known whether Create has created a vendor.
 *
 * @returns advice to follow "The request may have been processed anyway."
 */
export function ifCreationIsOpen(item: InputItem): string {
	return IF_OPEN[settingOf(item)];
}

const withSameKey = (label: string) =>
	`With Idempotency set to ${label}, you can run it again within 24 hours: the same key returns the vendor if it exists. Later, search for the vendor with Get Many first.`;

const IF_OPEN = {
	automatic: [
		'Search for the vendor with Get Many before you create it again: with Idempotency set to Automatic, a new run can create it twice.',
		'For later runs, set Idempotency under Options to From Content. Do not switch now to repeat this run: a new key would create the duplicate.',
	].join('\n'),
	content: withSameKey('From Content'),
	own: withSameKey('Custom Key'),
};

/** For Create or Update, which searches before it creates, whatever the key. */
export const IF_UPSERT_IS_OPEN =
	'Search for the vendor with Get Many before you run it again: once the search finds it, the next run updates it instead of creating it.';
