import { randomUUID } from 'crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { hashOf } from '../../../shared/basics/hash';
import { canonicalJson } from '../../../shared/basics/json';
import { userError } from '../../../shared/n8n/nodeErrors';
import { toChoice, toText } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';

/**
 * Makes the keys of a run (third-party-risk, Endpoints: rules 1 and 2). No custom key is used for two
 * vendors, of which only the first would be created.
 *
 * @returns a function that returns the `Idempotency-Key` of an item and what it creates: the same when n8n runs
 *   the node again within the same execution; for From Content the same for equal bodies. It throws a UserError when
 *   a custom key is missing, cannot be sent, or is that of another vendor
 */
export function idempotencyKeys(
	context: IExecuteFunctions,
): (item: InputItem, body: IDataObject) => string {
	const uses = new Map<string, { row: number; content: string }>();
	// The same for all items; finding it out takes n8n as long as all else for one.
	const run = runOf(context);
	return (item, body) => {
		const setting = settingOf(item);
		// Without the body, which an expression such as `$now` makes another one in a repetition; and without
		// an execution's ID, two executions would look alike.
		if (setting === 'automatic')
			return `n8n-${run ? hashOf(canonicalJson([...run, item.index]), KEY_LENGTH) : randomUUID()}`;
		const content = canonicalJson(body);
		if (setting === 'content') return `content-${hashOf(content, KEY_LENGTH)}`;
		const key = toText(item.options.ownIdempotencyKey, 'Custom Idempotency Key');
		if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
			throw userError(
				`Custom Idempotency Key ${key === '' ? 'is empty' : 'cannot be sent'}`,
				'Under Options > Idempotency, enter up to 255 unaccented letters, digits and common symbols, usually as an expression that identifies the item. The key is sent in a header.',
			);
		}
		const row = item.index + 1;
		const before = uses.get(key) ?? { row, content };
		uses.set(key, before);
		if (before.content === content) return key;
		throw userError(
			`Rows ${before.row} and ${row} are different vendors with the same idempotency key`,
			'Use an expression under Custom Idempotency Key that differs between rows. The service would treat the second vendor as a repetition of the first and not create it.',
		);
	};
}

/** Long enough that no two keys are the same by chance. */
const KEY_LENGTH = 32;

const KEYS = { automatic: 'automatic', content: 'content', own: 'own' } as const;

/** @throws UserError when an expression returned something else */
export function settingOf({ options }: InputItem): keyof typeof KEYS {
	return toChoice(options.idempotency ?? 'automatic', 'Idempotency', KEYS);
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
