import {
	ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';

import { asText } from '../n8n/html';
import { operationError } from '../n8n/nodeErrors';
import { textsOf } from '../service/serviceError';
import { addSummary, NOTHING_DONE } from './dryRunSummary';
import { forEachInput } from './forItems';
import { InputItem } from './inputItem';
import { dryRuns } from './onError';
import type { FailedResult, Operation, OperationResult } from './operation';
import { dryRunProperties, dryRunProperty } from './properties/dryRunFields';
import { concurrentRequestsOption, optionsCollection } from './properties/requests';

/**
 * Gives an operation a dry run: its results are shown as what would be done, and every problem as a row.
 * Dry Run of all items is read before anything else.
 *
 * @param run writes nothing if `isDryRun`; its output items say in `action` what is done, such as
 *   `created`, and may have a `warning`
 * @param options.isCounted whether items of a real run say it, too, so that a hint can count them; other
 *   operations return records of the service, which may have an `action` of their own
 */
export function runOrPreview(
	run: (
		context: IExecuteFunctions,
		itemCount: number,
		isDryRun: boolean,
	) => AsyncIterable<OperationResult>,
	{ isCounted = false } = {},
): Operation['run'] {
	return async function* (context, itemCount) {
		try {
			const isDryRun = readDryRun(context);
			if (isDryRun) dryRuns.add(context);
			const results = run(context, itemCount, isDryRun);
			if (isDryRun) yield* preview(context, results);
			else yield* isCounted ? withCounts(context, results) : results;
		} catch (error) {
			yield { items: [...Array(itemCount).keys()], error };
		}
	};
}

/** An operation that writes for each item. */
interface WritingOperation<Input extends { id: string }> {
	/** Its form, without Dry Run and Options. */
	form: INodeProperties[];
	/** Members of Options besides those about requests. */
	options?: INodeProperties[];
	/** Reads an item before anything is sent, with the id of the record that it changes. */
	read: (item: InputItem) => Input;
	/** What the item would do, which sends nothing but reads. */
	preview: (input: Input, item: InputItem) => Promise<IDataObject>;
	send: (input: Input, item: InputItem) => Promise<IDataObject>;
}

/** Adds Dry Run to an operation that writes for each item. */
export function withDryRun<Input extends { id: string }>({
	form,
	options = [],
	read,
	preview,
	send,
}: WritingOperation<Input>): Operation {
	const runPreview = forEachInput(read, preview);
	const run = forEachInput(read, send, ({ id }) => id);
	return {
		properties: [
			...form,
			...dryRunProperties,
			optionsCollection([concurrentRequestsOption, ...options]),
		],
		run: runOrPreview((context, itemCount, isDryRun) =>
			(isDryRun ? runPreview : run)(context, itemCount),
		),
	};
}

/**
 * Reads Dry Run of all items: on for one item is on for all.
 *
 * @throws NodeOperationError when the value of an item is neither true nor false: it could mean either
 */
function readDryRun(context: IExecuteFunctions): boolean {
	let isDryRun = false;
	for (const itemIndex of context.getInputData().keys()) {
		try {
			isDryRun = new InputItem(context, itemIndex).switch(dryRunProperty) || isDryRun;
		} catch (error) {
			const { message, description } = textsOf(error);
			const texts = {
				message: `${message} (row ${itemIndex + 1})`,
				description: [...description, 'Nothing was written.'],
			};
			throw operationError(context.getNode(), texts, { itemIndex });
		}
	}
	return isDryRun;
}

/** Adds a hint that says how much was done. */
async function* withCounts(
	context: IExecuteFunctions,
	results: AsyncIterable<OperationResult>,
): AsyncGenerator<OperationResult> {
	const all: OperationResult[] = [];
	for await (const result of results) {
		all.push(result);
		yield result;
	}
	addSummary(context, all, false);
}

async function* preview(
	context: IExecuteFunctions,
	results: AsyncIterable<OperationResult>,
): AsyncGenerator<OperationResult> {
	const all: OperationResult[] = [];
	for await (const result of results) {
		// What the service refuses stays an error.
		const isProblem = 'error' in result && PROBLEMS.some((type) => result.error instanceof type);
		all.push(...(isProblem ? problemRows(result) : [result]));
	}
	const rows = all.flatMap(({ records = [] }) => records);
	const notes = NOTES.filter((name) => rows.some(({ json }) => Object.hasOwn(json, name)));
	for (const { records = [], ...others } of all)
		yield { ...others, records: records.map(({ json }) => ({ json: planned(json, notes) })) };
	addSummary(context, all, true);
}

/** Fields that all rows have if one has them: a table shows those of its first row first. */
const NOTES = ['why', 'fix', 'warning'];

/** Errors of the input, as opposed to those of the service. */
const PROBLEMS = [UserError, ExpressionError];

/** In the first column, since a table of a dry run looks like one of a run otherwise. */
function planned({ action, ...others }: IDataObject, notes: string[]): IDataObject {
	const done = String(action);
	return {
		action: NOTHING_DONE.includes(done) ? done : `would be ${done}`,
		...Object.fromEntries(notes.map((name) => [name, ''])),
		...others,
		dryRun: true,
	};
}

/** What is wrong with the input, as rows: an error would stop the node and hide what the other items do. */
function problemRows({ items, error, source }: FailedResult): OperationResult[] {
	const { message, description } = textsOf(error);
	const fix = description.map(asText).join('\n');
	const problem = { action: 'error', why: asText(message), ...(fix && { fix }) };
	if (items.length === 0) return [{ items, records: [{ json: problem }] }];
	return items.map((item) => ({
		items: [item],
		records: [{ json: { ...problem, row: item + 1, ...source?.(item) } }],
	}));
}
