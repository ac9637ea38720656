import { createHash, randomUUID } from 'crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { toText } from '../../../shared/node/parameters';
import { canonicalJson } from '../../../shared/json';
import { checkCustomKey, sameKey, unknownSetting } from './customKey';

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
