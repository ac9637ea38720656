import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { cancelSignal } from '../n8n/cancel';
import { userError } from '../n8n/nodeErrors';
import { isTool } from '../n8n/tool';
import { accidentalRows } from '../node/cells/accidentalRows';
import { forAllItems } from '../node/forItems';
import { InputItem } from '../node/inputItem';
import { dryRuns, skipsOthers } from '../node/onError';
import type {
	BatchEntry,
	DoneResult,
	FailedResult,
	Operation,
	OutputRecord,
	WrittenRecord,
} from '../node/operation';
import { type Repetition, writingNote } from '../node/progressNote';
import { optionsCollection } from '../node/properties/requests';
import { separatorError } from '../node/separators';
import { withOthers } from '../node/tasks';
import { gatherNotes } from '../node/warnings';
import { excessOf } from './brake';
import { type Evidence, type RowEnd, rowOf } from './evidence';
import { ModelRows } from './modelRows';
import { checkPlan, planOf, planText } from './plan';
import { isProblem, problemsOf } from './problemRows';
import { approvedPlanOption, dryRunProperties, removalLimitOption } from './properties';
import { NOTHING_SENT } from './receipt';
import { sendSteps } from './sendSteps';
import { readWriteSettings, type WriteSettings } from './settings';
import type { Planned, Step, StepResult } from './step';
import { type Outcome, showSummary } from './summary';
import { takeTurn } from './turns';

/** An operation that writes: what it is going to do is known before it does any of it. */
interface WritingOperation<Input> {
	/** Its form, without Dry Run and Options. */
	form: INodeProperties[];
	/** Members of Options besides those of every operation that writes. */
	options: INodeProperties[];
	/** Whether it may archive, delete, remove, or clear. */
	removes: boolean;
	/** What becomes of a row that was written and is run again; by default, it stays as it is. */
	again?: Repetition;
	/** What it writes to, control assignments being those of scopes: two runs that write to the same wait for each other. */
	writesTo: 'scopes' | 'vendors';
	/** Makes what reads an item of a run, before anything is sent. */
	reader: (context: IExecuteFunctions) => (item: InputItem) => Input;
	/** Reads what there is, once for the run, and decides what each item does; it writes nothing. */
	plan: (entries: Array<BatchEntry<Input>>, run: PlannedRun) => Promise<Planned>;
}

/** What planning knows of the run. */
export interface PlannedRun {
	/** The item whose options count for all. */
	first: InputItem;
	/**
	 * Whether a record that the service does not return is an error: in a dry run, and where a plan was approved, of
	 * which it cannot be a part. Else the service is asked all the same: it may list a new record only after a while.
	 */
	mustKnow: boolean;
}

/**
 * Makes an operation whose output is its evidence. A run plans, checks the plan against what was approved or against
 * Removal Limit, and only then writes; a dry run ends with the plan. The rows of both are made by the same function.
 */
export function writingOperation<Input>(operation: WritingOperation<Input>): Operation {
	const { form, options, removes } = operation;
	const own = [approvedPlanOption, ...(removes ? [removalLimitOption] : []), ...options];
	return {
		properties: [...form, ...dryRunProperties, optionsCollection(own)],
		run: async function* (context, itemCount) {
			let settings: WriteSettings;
			try {
				settings = readWriteSettings(context);
			} catch (error) {
				yield { items: [...Array(itemCount).keys()], error };
				return;
			}
			if (settings.isDryRun) dryRuns.add(context);
			gatherNotes(context);
			const run = new Run(context, operation, settings);
			if (settings.isDryRun) {
				yield* run.preview(itemCount);
				return;
			}
			const note = writingNote(operation.again ?? 'unchanged');
			for await (const result of run.write(itemCount))
				yield 'error' in result ? { progressNote: note, ...result } : result;
		},
	};
}

/** One run of an operation that writes. */
class Run<Input> {
	private readonly outcome: Outcome = { rows: [], problems: [] };
	private plan = '';
	private planned: Planned = { steps: [], population: {} };
	/** Of a tool of an agent. */
	private readonly forModel: ModelRows | undefined;
	/** By input item. */
	private readonly accidents: Map<number, string>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: WritingOperation<Input>,
		private readonly settings: WriteSettings,
	) {
		if (isTool(context)) this.forModel = new ModelRows(context, settings.isDryRun);
		this.accidents = accidentalRows(context.getInputData().map(({ json }) => json));
	}

	/** Shows what would be done, and sends nothing that writes. */
	async *preview(itemCount: number): AsyncGenerator<DoneResult | FailedResult> {
		const { context, outcome } = this;
		const results = new Array<StepResult | FailedResult>();
		for await (const result of this.results(itemCount)) results.push(result);
		// Columns that one row has, all have: a table shows those of its first row.
		const hasFixes = results.some((result) => 'error' in result && isProblem(result));
		// Where no item can be read, nothing was planned.
		const plan = this.plan || planText(planOf([], itemCount), false);
		const dry = { dryRun: true, plan } as const;
		for (const result of results) {
			if (!('error' in result)) {
				const { action, why, ...others } = this.rowOf(result, dry);
				const json = { action, why, ...(hasFixes && { fix: '' }), ...others };
				yield { items: result.items, records: this.shown(json) };
			} else if (isProblem(result)) {
				for (const problem of problemsOf(result)) {
					outcome.problems.push(problem);
					yield { items: problem.items, records: this.shown({ ...problem.row, ...dry }) };
				}
			} else yield result;
		}
		yield* this.end();
		showSummary(context, outcome, true);
	}

	async *write(itemCount: number): AsyncGenerator<DoneResult | FailedResult> {
		for await (const result of this.results(itemCount)) {
			if ('error' in result) {
				for (const problem of problemsOf(result)) this.outcome.problems.push(problem);
				yield result;
				continue;
			}
			const end = this.endOf(result);
			const json = this.rowOf(result, end);
			const written = result.receipt?.writtenAt ? writtenRecord(result.evidence, end) : undefined;
			const records = this.shown(json, written?.text);
			yield { items: result.items, records, ...(written && { written }) };
		}
		yield* this.end();
		showSummary(this.context, this.outcome, false);
	}

	/** @returns a row of the output; in a tool of an agent, what the model gets of it */
	private shown(json: IDataObject, written?: string): OutputRecord[] {
		return this.forModel?.take(json, written) ?? [{ json }];
	}

	private *end(): Generator<DoneResult> {
		const records = this.forModel?.end() ?? [];
		if (records.length > 0) yield { items: [], records };
	}

	private results(itemCount: number): AsyncIterable<StepResult | FailedResult> {
		const { context, operation, settings } = this;
		const results = forAllItems<Input, StepResult>({
			read: operation.reader(context),
			send: (entries) => this.apply(entries, itemCount),
		})(context, itemCount);
		const [first] = context.getInputData();
		const cause = separatorError(Object.keys(first?.json ?? {}));
		// Of a plan, it is a single row.
		const items = settings.isDryRun ? [] : [...Array(itemCount).keys()];
		const told = cause
			? withCause(results, { items, error: cause }, skipsOthers(context))
			: results;
		// The item of a tool is that of its agent, with the whole conversation.
		return this.forModel ? told : withInput(told, context);
	}

	private async *apply(
		entries: Array<BatchEntry<Input>>,
		itemCount: number,
	): AsyncGenerator<StepResult | FailedResult> {
		const { context, operation, settings } = this;
		const first = new InputItem(context, 0);
		const { isDryRun } = settings;
		const end = isDryRun ? () => {} : await this.turn(first);
		try {
			const planned = await operation.plan(entries, {
				first,
				mustKnow: isDryRun || settings.approved !== undefined,
			});
			this.planned = planned;
			this.outcome.active = planned.population.active;
			const steps = planned.steps.filter((step): step is Step => !isFailure(step));
			const failures = planned.steps.filter(isFailure);
			if (!isDryRun) yield* skipsOthers(context) ? withOthers(failures) : failures;
			const failed = failures.reduce((sum, { items }) => sum + items.length, 0);
			const excess = this.check(steps, failed + itemCount - entries.length);
			if (isDryRun) {
				yield* planned.steps;
				if (excess) yield { items: [], error: excess };
				return;
			}
			if (excess) throw excess;
			const isSame = planned.isSame ?? Object.is;
			yield* planned.write?.(steps) ?? sendSteps(context, steps, isSame);
		} finally {
			end();
		}
	}

	/**
	 * Names the plan, and checks it.
	 *
	 * @returns what is removed beyond the limit, without an approval
	 * @throws UserError when another plan was approved
	 */
	private check(steps: Step[], errors: number): Error | undefined {
		const { isDryRun, approved, limit } = this.settings;
		const evidence = steps.map((step) => step.evidence);
		const excess = this.operation.removes ? excessOf(evidence, this.planned.population, limit) : [];
		if (isDryRun || approved) {
			const plan = planOf(evidence, errors, this.planned.population.active);
			this.plan = planText(plan, excess.length > 0);
			if (approved) checkPlan(plan, approved);
		}
		if (excess.length === 0 || approved) return undefined;
		const allowed =
			limit === undefined
				? 'By default, a run does not remove more than 10 and more than 20 percent.'
				: `Removal Limit is ${limit}.`;
		return userError(
			excess.join('; '),
			`${allowed} Check that the input is complete. A dry run shows what would be removed.`,
			'To allow it, have the plan of a dry run approved and use it as Approved Plan, or add Removal Limit under Options. Nothing was written.',
		);
	}

	/** Two runs that plan at the same time would both create what is missing. */
	private async turn(first: InputItem): Promise<() => void> {
		// A credential that cannot be read is an error of the items that use it.
		const credential = await first.client.credential().catch(() => undefined);
		const key = [credential?.baseUrl, credential?.clientId, this.operation.writesTo].join('\n');
		return await takeTurn(key, first.requestLimits.maxWaitMs, cancelSignal(this.context));
	}

	private rowOf(result: StepResult, end: RowEnd): IDataObject {
		const { items } = result;
		const [item] = items;
		const accidents = items.flatMap((index) => this.accidents.get(index) ?? []);
		const evidence = withAccidents(result.evidence, accidents);
		this.outcome.rows.push({ items, evidence, accidents });
		const row = rowOf(evidence, item === undefined ? null : item + 1, end);
		return this.planned.show?.(row, item) ?? row;
	}

	private endOf({ items, receipt = NOTHING_SENT }: StepResult): RowEnd {
		const { responseTimeMs, ...short } = receipt;
		const [item = 0] = items;
		return {
			...(this.settings.detailed.has(item) ? { ...short, responseTimeMs } : short),
			...(this.settings.approved && { plan: this.plan }),
		};
	}
}

/** Adds what is doubtful about the input rows themselves, whatever is made of them. */
function withAccidents(evidence: Evidence, accidents: string[]): Evidence {
	if (accidents.length === 0) return evidence;
	return { ...evidence, warnings: [...accidents, ...evidence.warnings] };
}

/** Adds the input item to each error: nothing else says which record was meant, and what its values were. */
async function* withInput(
	results: AsyncIterable<StepResult | FailedResult>,
	context: IExecuteFunctions,
): AsyncGenerator<StepResult | FailedResult> {
	const items = context.getInputData();
	for await (const result of results) {
		if (!('error' in result)) yield result;
		else {
			const source = (item: number) => ({ ...result.source?.(item), input: items[item]?.json });
			yield { ...result, source };
		}
	}
}

/**
 * Where no input item can be read for the same cause, says the cause once.
 *
 * @param results of which the first ones are held back until one is no error
 * @param failure that is yielded instead if all of them are errors of the input
 * @param isOver whether the first error ends the run
 */
async function* withCause(
	results: AsyncIterable<StepResult | FailedResult>,
	failure: FailedResult,
	isOver: boolean,
): AsyncGenerator<StepResult | FailedResult> {
	const held: FailedResult[] = [];
	let isNone = true;
	for await (const result of results) {
		if (isNone && 'error' in result && isProblem(result)) {
			held.push(result);
			if (isOver) break;
		} else {
			isNone = false;
			yield* held.splice(0);
			yield result;
		}
	}
	if (isNone && held.length > 0) yield failure;
}

function isFailure(result: object): result is FailedResult {
	return 'error' in result;
}

function writtenRecord(evidence: Evidence, end: RowEnd): WrittenRecord {
	const row = rowOf({ ...evidence, record: {} }, null, end);
	return { text: labelOf(evidence), evidence: row };
}

/** @returns what was done to which record, for a person: `archived "EMEA / Retail" (3f2c…)` */
function labelOf({ action, identity }: Evidence): string {
	const { id, name, path, controlIdentifier } = identity;
	const title = path ?? name ?? controlIdentifier;
	const named = title === null || title === undefined ? '' : ` "${String(title)}"`;
	return `${action}${named} (${String(id)})`;
}
