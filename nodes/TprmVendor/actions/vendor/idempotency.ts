import { createHash, randomUUID } from 'crypto';

import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { canonicalJson } from '../../../shared/json';
import type { InputItem } from '../../../shared/node/inputItem';
import { toText } from '../../../shared/node/parameters';

/** Members of Options for every operation that creates vendors. */
export const idempotencyOptions: INodeProperties[] = [
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
		default: '',
		placeholder: 'e.g. intake-{{ $json.requestNumber }}',
		description:
			'Sent unchanged. It must be different for each vendor, so use an expression that identifies the item.',
	},
];

/**
 * The `Idempotency-Key` of a creation (third-party-risk, Endpoints: rules 1 and 2).
 *
 * @param body what is created
 * @returns the same key when n8n runs the node again within the same execution; for "from content"
 *   the same key for equal bodies; custom keys unchanged
 * @throws UserError when a custom key is missing or cannot be sent
 */
export function readIdempotencyKey(item: InputItem, body: IDataObject): string {
	const { idempotency, ownIdempotencyKey } = item.options;
	if (idempotency === 'content') return `content-${hash(['vendor', canonicalJson(body)])}`;
	if (idempotency === 'own' || (idempotency === undefined && ownIdempotencyKey !== undefined)) {
		return checkCustomKey(toText(ownIdempotencyKey, 'Custom Idempotency Key'));
	}
	if (idempotency === undefined || idempotency === 'automatic') return automaticKey(item);
	throw unknownSetting(toText(idempotency, 'Idempotency'));
}

/** Without the body: an expression such as `$now` must not make a repetition a new request. */
function automaticKey({ context, index }: InputItem): string {
	const execution = context.getExecutionId();
	// Without an id, two executions look alike; neither must find the other's vendor.
	if (!execution) return `n8n-${randomUUID()}`;
	const { id, name } = context.getNode();
	const node = id || name;
	const workflow = context.getWorkflow().id ?? '';
	return `n8n-${hash([context.getInstanceId(), workflow, execution, node, runIndexOf(context), index])}`;
}

/** By run: finding it takes n8n about as long as all else that is done for an item before it is sent. */
const runIndexes = new WeakMap<IExecuteFunctions, unknown>();

function runIndexOf(context: IExecuteFunctions): unknown {
	const runIndex = runIndexes.get(context) ?? context.getWorkflowDataProxy(0).$runIndex;
	runIndexes.set(context, runIndex);
	return runIndex;
}

function hash(parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Ensures that no key is used for two vendors in one run, of which only the first would be created.
 *
 * @throws UserError naming both items
 */
export class KeysInUse {
	private readonly uses = new Map<string, { itemIndex: number; content: string }>();

	claim(key: string, body: IDataObject, itemIndex: number): void {
		const content = canonicalJson(body);
		const before = this.uses.get(key);
		if (before && before.content !== content) throw sameKey(before.itemIndex, itemIndex);
		if (!before) this.uses.set(key, { itemIndex, content });
	}
}

/** @throws UserError when a custom key is empty or cannot be sent */
function checkCustomKey(key: string): string {
	if (key === '') {
		throw new UserError('Custom Idempotency Key is empty', {
			description:
				'Enter a key under Options, usually an expression that identifies the item, or set Idempotency to Automatic.',
		});
	}
	if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
		throw new UserError('Custom Idempotency Key cannot be sent', {
			description:
				'Use up to 255 unaccented letters, digits and common symbols, without line breaks. The key is sent in a header.',
		});
	}
	return key;
}

/** Idempotency can be an expression, so that it may have any value. */
function unknownSetting(value: string): UserError {
	return new UserError(`Unknown value for Idempotency: "${value}"`, {
		description: 'Set Idempotency under Options to automatic, content or own.',
	});
}

/** Of two vendors with one key, the service would only create the first. */
function sameKey(earlier: number, later: number): UserError {
	return new UserError(
		`Items ${earlier} and ${later} are different vendors with the same idempotency key`,
		{
			description:
				'Use an expression under Custom Idempotency Key that differs between items. The service would treat the second vendor as a repetition of the first and not create it.',
		},
	);
}

/**
 * What to do when it is not known whether Create has created a vendor (third-party-risk, Endpoints:
 * rules 1 and 2).
 *
 * @param options of the item; they decide whether the next run has the same idempotency key
 * @returns advice to follow "The request may have been processed anyway."
 */
export function ifCreationIsOpen({ idempotency, ownIdempotencyKey }: IDataObject): string {
	if (idempotency === 'content') return withSameKey('From Content');
	const hasOwnKey = idempotency === undefined && ownIdempotencyKey !== undefined;
	return idempotency === 'own' || hasOwnKey ? withSameKey('Custom Key') : WITH_NEW_KEY;
}

/** For Create or Update, which searches before it creates, whatever the key. */
export const IF_UPSERT_IS_OPEN =
	'Search for the vendor with Get Many before you run it again: once the search finds it, the next run updates it instead of creating it.';

const WITH_NEW_KEY = [
	'Search for the vendor with Get Many before you create it again: with Idempotency set to Automatic, a new run can create it twice.',
	'For later runs, set Idempotency under Options to From Content. Do not switch now to repeat this run: a new key would create the duplicate.',
].join('\n');

/** @param label of the choice in Idempotency */
function withSameKey(label: string): string {
	return `With Idempotency set to ${label}, you can run it again within 24 hours: the same key returns the vendor if it exists. Later, search for the vendor with Get Many first.`;
}
