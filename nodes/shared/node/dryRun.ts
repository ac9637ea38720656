import {
	ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	UserError,
} from 'n8n-workflow';

import { countOf, groupsOf, shorten } from '../basics/values';
import { asText, showHints } from '../n8n/shown';
import { operationError, userError } from '../n8n/shownErrors';
import { textsOf } from '../service/errors';
import { addWarning, describeRows } from './failure';
import { type FailedResult, InputItem, type Operation, type OperationResult } from './operation';
import {
	concurrentRequestsOption,
	dryRunProperties,
	dryRunProperty,
	optionsCollection,
	switchField,
} from './properties/fields';
import { dryRuns, forEachInput } from './run';
import { switchOf } from './parameters';

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
			else yield* isCounted ? counted(context, results) : results;
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
async function* counted(
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

/** In a long table, single rows with a warning are easily overlooked. */
function addSummary(
	context: IExecuteFunctions,
	results: OperationResult[],
	isDryRun: boolean,
): void {
	const rows = results.flatMap(({ items, records = [] }) =>
		records.map(({ json }) => ({ items, json })),
	);
	const byAction = groupsOf(rows, ({ json }) => String(json.action));
	const parts = [...byAction].map(([action, { length }]) => {
		if (action === 'error') return countOf(length, 'error');
		return isDryRun && action !== 'unchanged'
			? `${length} to ${action.slice(0, -1)}`
			: `${length} ${action}`;
	});
	const warned = rows.filter(({ json }) => 'warning' in json).length;
	if (warned > 0)
		parts.push(`${countOf(warned, 'row')} with a warning (a header is not counted as a row)`);
	const noted = rows
		.filter(({ json }) => json.action === 'error' || 'warning' in json)
		.flatMap(({ items, json }) =>
			String(json.warning ?? json.why)
				.split('\n')
				.map((text) => ({ items, text })),
		);
	const byText = groupsOf(noted, ({ text }) => text);
	const ends = [...byText].slice(0, MOST_NOTES).map(([text, same]) => {
		const items = [...new Set(same.flatMap((row) => row.items))];
		const which = items.length > 0 ? ` In ${describeRows(items)}:` : '';
		return `${which} ${shorten(text).replace(/[^.?]$/, '$&.')}`;
	});
	if (byText.size > MOST_NOTES) ends.push(' The output has the others.');
	if (isDryRun && [...byAction.keys()].some((action) => !NOTHING_DONE.includes(action)))
		ends.push(
			' In a real run, the service checks the values itself: it may refuse a row after writing others.',
		);
	const message = `${isDryRun ? 'Dry run: nothing was written.' : 'Done:'} ${parts.join(', ') || 'Nothing to do'}.${ends.join('')}`;
	if (isDryRun || rows.length > 0)
		showHints(context, [message, noted.length > 0 ? 'warning' : 'info']);
}

const MOST_NOTES = 5;

/** Fields that all rows have if one has them: a table shows those of its first row first. */
const NOTES = ['why', 'fix', 'warning'];

/** Errors of the input, as opposed to those of the service. */
const PROBLEMS = [UserError, ExpressionError];

/** Nothing is done for rows with these actions. */
const NOTHING_DONE = ['unchanged', 'error'];

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

/** The member of Options for every operation that writes on the strength of a list. */
export const incompleteListOption = switchField(
	'Allow Incomplete List',
	'allowIncompleteList',
	'Whether to continue if the service reports more records than it returned. Records that it did not return are treated as missing: they are not found by name, and may be created again.',
);

/**
 * Decides about a list that is not complete.
 *
 * @param doubt what is missing, to follow "The service" in a sentence
 * @throws UserError unless the item's Options allow it; then the output has a hint
 */
export function checkIncompleteList({ context, options }: InputItem, doubt: string): void {
	if (switchOf(options, incompleteListOption))
		return addWarning(
			context,
			`The service ${doubt}. Records that it did not return are treated as missing.`,
		);
	throw incompleteList(doubt, 'To continue anyway, turn on Allow Incomplete List under Options.');
}

/** @throws UserError whatever the Options say, where missing records would be lost */
export function refuseIncompleteList(doubt: string): never {
	throw incompleteList(doubt, 'To assign without the list, use Mode: Replace, without Dry Run.');
}

function incompleteList(doubt: string, about: string): UserError {
	return userError(
		`The service ${doubt}`,
		`Check that the client ID in the credential has access to all of them, or read them in pages with the Paged HTTP node. Nothing was written, because records that were not returned would be treated as missing. ${about}`,
	);
}
