import { createHash, randomUUID } from 'crypto';

import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { collectionParameter, toText } from '../../../shared/node/parameters';
import { canonicalJson } from '../../../shared/json';

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
					"Protects from doubles when a request or the node is repeated within one execution, such as by Retry On Fail. Running the workflow again, also with n8n's Retry button, creates again.",
			},
			{
				name: 'From Content',
				value: 'content',
				description:
					'Protects from doubles when the same vendor is sent again within 24 hours, in whatever execution. Two equal input items give one vendor.',
			},
			{
				name: 'Own Key',
				value: 'own',
				description:
					'Protects from doubles as far as your key does: within 24 hours a key stands for one vendor. Enter it under Own Idempotency Key.',
			},
		],
		default: 'automatic',
		description:
			'How the service recognizes a repeated creation, which then gives the vendor that is already there',
	},
	{
		displayName: 'Own Idempotency Key',
		name: 'ownIdempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. intake-{{ $json.requestNumber }}',
		description:
			'Sent as it is. It has to differ between vendors, so use an expression with something that identifies the item.',
	},
];

/**
 * The `Idempotency-Key` of a creation (third-party-risk, Endpoints: rules 1 and 2).
 *
 * @param body what is created
 * @returns the same key when n8n runs the node again within the same execution; for "from content"
 *   the same key for equal bodies; own keys as they are
 * @throws UserError when an own key is missing or cannot be sent
 */
export function readIdempotencyKey(
	context: IExecuteFunctions,
	itemIndex: number,
	body: IDataObject,
): string {
	const { idempotency, ownIdempotencyKey } = collectionParameter(context, 'options', itemIndex);
	if (idempotency === 'content') return `content-${hash(['vendor', canonicalJson(body)])}`;
	if (idempotency === 'own' || (idempotency === undefined && ownIdempotencyKey !== undefined)) {
		return checkOwnKey(toText(ownIdempotencyKey, 'Own Idempotency Key'));
	}
	if (idempotency === undefined || idempotency === 'automatic') {
		return automaticKey(context, itemIndex);
	}
	throw new UserError(`There is no idempotency "${toText(idempotency, 'Idempotency')}"`, {
		description: 'Set Idempotency under Options to automatic, content or own.',
	});
}

/** Without the body: an expression such as `$now` must not make a repetition a new request. */
function automaticKey(context: IExecuteFunctions, itemIndex: number): string {
	const execution = context.getExecutionId();
	// Nothing else tells two executions apart, so better none of them finds the other's vendor.
	if (!execution) return `n8n-${randomUUID()}`;
	const runIndex: unknown = context.getWorkflowDataProxy(itemIndex).$runIndex;
	const { id, name } = context.getNode();
	const node = id || name;
	const workflow = context.getWorkflow().id ?? '';
	return `n8n-${hash([context.getInstanceId(), workflow, execution, node, runIndex, itemIndex])}`;
}

function checkOwnKey(key: string): string {
	if (key === '') {
		throw new UserError('Own Idempotency Key is empty', {
			description:
				'Enter a key under Options, usually an expression that identifies the item, or set Idempotency to Automatic.',
		});
	}
	if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
		throw new UserError('Own Idempotency Key cannot be sent', {
			description:
				'It travels in a header: up to 255 letters, digits and signs of ASCII, no accents and no line breaks.',
		});
	}
	return key;
}

function hash(parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Watches that no key stands for two different vendors in one run, of which the service would
 * create only the first.
 *
 * @throws UserError naming both items
 */
export class KeysInUse {
	private readonly uses = new Map<string, { itemIndex: number; content: string }>();

	claim(key: string, body: IDataObject, itemIndex: number): void {
		const content = canonicalJson(body);
		const before = this.uses.get(key);
		if (before && before.content !== content) {
			throw new UserError(
				`Items ${before.itemIndex} and ${itemIndex} are different vendors with one idempotency key`,
				{
					description:
						'The service would take the second for a repetition of the first and not create it. Use an expression under Own Idempotency Key that differs between items.',
				},
			);
		}
		if (!before) this.uses.set(key, { itemIndex, content });
	}
}
