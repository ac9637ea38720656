import { Lists } from '../../../../shared/assignments/lists';
import { type Assignment, pairAnswer, toRequest } from '../../../../shared/assignments/pairing';
import type {
	PresentAssignments,
	PresentSet,
	RemovedAssignment,
} from '../../../../shared/assignments/presentAssignments';
import { idKey } from '../../../../shared/basics/ids';
import { inBatches } from '../../../../shared/basics/lists';
import { shorten } from '../../../../shared/basics/shorten';
import { userError } from '../../../../shared/n8n/nodeErrors';
import type { InputItem } from '../../../../shared/node/inputItem';
import { skipsOthers } from '../../../../shared/node/onError';
import type { FailedResult } from '../../../../shared/node/operation';
import { withOthers } from '../../../../shared/node/tasks';
import { assignScopes } from '../../../../shared/service/api/assignments';
import { receiptOf } from '../../../../shared/writes/receipt';
import type { StepResult } from '../../../../shared/writes/step';
import { isUnreadable } from '../../../../shared/writes/unreadable';
import { pathText } from './existingScopes';
import { addedTo, whyCopied } from './planOutput';
import type { Move, SyncStep } from './syncPlan';

/** A unit that has moved, when its new scope is there. */
export interface MovedUnit {
	row: SyncStep;
	move: Move;
	/** Of its new scope. */
	scopeId: string;
	/** What the run has done with that so far; the assignments are still to come. */
	result: StepResult;
}

/** How assignments are copied. */
interface CopySettings {
	first: InputItem;
	/** As they were when the run was planned. */
	planned: Lists;
	/** Controls per request at most. */
	batchSize: number;
}

/**
 * Gives the new scopes of units the control assignments of their old scopes. A request replaces all scopes of a control
 * (scoped-controls, `POST /v1/scopeassignments`), so that the current ones are read just before, and sent with the new
 * ones; what the service has afterwards is read again.
 *
 * @returns a row for each unit, with the assignments that it has got; and the errors of those that have not got all
 */
export async function* copyAssignments(
	units: readonly MovedUnit[],
	{ first, planned, batchSize }: CopySettings,
): AsyncGenerator<StepResult | FailedResult> {
	if (units.length === 0) return;
	const copy = new Copy(units);
	try {
		const lists = new Lists(first);
		const present = await knownIn([lists, planned]);
		const most = Math.min(batchSize, MOST_CONTROLS);
		for (const batch of inBatches(copy.requests(present), most))
			await copy.send(first, batch, lists);
		copy.check(await knownIn([new Lists(first)]));
	} catch (error) {
		copy.failAll(error);
	}
	const failures = copy.failures();
	yield* copy.results();
	// After what was written: an error that stops the run names it.
	yield* skipsOthers(first.context) ? withOthers(failures) : failures;
}

/** Each control is sent with all of its scopes; as many as Assign sends by default. */
const MOST_CONTROLS = 100;

/** @returns what the lists show about assignments, as far as they do */
async function knownIn(lists: Lists[]): Promise<PresentAssignments[]> {
	const known: PresentAssignments[] = [];
	for (const each of lists) {
		const present = await each.assignments().catch((error: unknown) => {
			if (!isUnreadable(error)) throw error;
			return undefined;
		});
		if (present) known.push(present);
	}
	return known;
}

/** @throws UserError when none of the lists shows for certain which scopes a control has */
function scopesOf(controlId: string, known: PresentAssignments[]): PresentSet {
	let cause: unknown;
	for (const present of known) {
		try {
			return present.of(controlId);
		} catch (error) {
			cause = error;
		}
	}
	throw cause ?? userError(`The current scopes of the control ${controlId} are not known`);
}

/** What becomes of each assignment that is to be copied. */
class Copy {
	/** By unit, then by {@link idKey} of a control: why it was not copied. */
	private readonly errors = new Map<MovedUnit, Map<string, unknown>>();
	/** By unit, controls that the service has, or has answered to have, assigned to its new scope. */
	private readonly confirmed = new Map<MovedUnit, Set<string>>();
	private readonly receipts = new Map<MovedUnit, ReturnType<typeof receiptOf>>();
	/** By {@link idKey}: a control, and the units whose new scopes get it. */
	private readonly controls = new Map<string, { controlId: string; units: MovedUnit[] }>();

	constructor(private readonly units: readonly MovedUnit[]) {
		for (const unit of units) {
			this.errors.set(unit, new Map());
			this.confirmed.set(unit, new Set());
			for (const { controlId } of unit.move.copied) {
				const control = this.controls.get(idKey(controlId)) ?? { controlId, units: [] };
				control.units.push(unit);
				this.controls.set(idKey(controlId), control);
			}
		}
	}

	/** @returns what is sent for each control: its scopes as they are, and the new ones */
	requests(known: PresentAssignments[]): Assignment[] {
		return [...this.controls].flatMap(([key, { controlId, units }]): Assignment[] => {
			try {
				const present = scopesOf(controlId, known);
				const added = units.filter(({ scopeId }) => !present.has(idKey(scopeId)));
				if (added.length === 0) return [];
				const scopes: Assignment['scopes'] = new Map();
				for (const [scope, id] of present) scopes.set(scope, { id, items: [] });
				for (const { scopeId, result } of added)
					scopes.set(idKey(scopeId), { id: scopeId, items: result.items });
				return [{ controlId, scopes, items: added.flatMap(({ result }) => result.items) }];
			} catch (error) {
				this.fail(key, units, error);
				return [];
			}
		});
	}

	async send(first: InputItem, batch: Assignment[], lists: Lists): Promise<void> {
		const unitsIn = ({ controlId, scopes }: Assignment) =>
			(this.controls.get(idKey(controlId))?.units ?? []).filter(({ scopeId }) =>
				scopes.has(idKey(scopeId)),
			);
		try {
			const client = first.clientFor(batch[0]?.items[0] ?? 0);
			const { answer, response } = await assignScopes(client, batch.map(toRequest));
			const receipt = receiptOf(response);
			for (const answered of pairAnswer(batch, answer, lists)) {
				const { assignment, failures, refused, unconfirmed, isRefused } = answered;
				if (!assignment) continue;
				const { controlId } = assignment;
				const key = idKey(controlId);
				for (const unit of unitsIn(assignment)) {
					const scope = idKey(unit.scopeId);
					this.receipts.set(unit, receipt);
					const failure =
						failures.find(({ items }) => shares(items, unit.result.items)) ?? failures[0];
					if (isRefused || refused.includes(scope))
						this.fail(key, [unit], failure?.error ?? notShown(controlId));
					else if (!unconfirmed.includes(scope)) this.confirmed.get(unit)?.add(key);
				}
			}
		} catch (error) {
			for (const each of batch) this.fail(idKey(each.controlId), unitsIn(each), error);
		}
	}

	/**
	 * Compares what was to be copied with what the service has. What was assigned to an old scope meanwhile is not
	 * copied, and would be lost with it.
	 */
	check(known: PresentAssignments[]): void {
		for (const [key, { controlId, units }] of this.controls) {
			let shown: PresentSet | undefined;
			try {
				shown = scopesOf(controlId, known);
			} catch {
				// What the answer has confirmed, has to do.
			}
			for (const unit of units) {
				const confirmed = this.confirmed.get(unit);
				if (shown?.has(idKey(unit.scopeId))) {
					confirmed?.add(key);
					// Only the answer was lost.
					this.errors.get(unit)?.delete(key);
				} else if (shown) confirmed?.delete(key);
				if (!confirmed?.has(key)) this.fail(key, [unit], notShown(controlId));
			}
		}
		const [present] = known;
		const byScope = present?.byScope();
		for (const unit of this.units) {
			const copied = new Set(unit.move.copied.map(({ controlId }) => idKey(controlId)));
			const now = unit.row.level.former.flatMap(({ id }) => byScope?.get(idKey(id)) ?? []);
			const has = new Set(byScope?.get(idKey(unit.scopeId))?.map(keyOf));
			for (const { controlId } of now) {
				const key = idKey(controlId);
				if (!copied.has(key) && !has.has(key)) this.fail(key, [unit], assignedSince(controlId));
			}
		}
	}

	failAll(error: unknown): void {
		for (const [key, { units }] of this.controls) this.fail(key, units, error);
	}

	/** @returns the rows of the units, with what was copied */
	results(): StepResult[] {
		return this.units.flatMap((unit) => {
			const { row, move, scopeId, result } = unit;
			const { evidence, receipt = this.receipts.get(unit) } = result;
			const copied = move.copied.filter((each) => this.confirmed.get(unit)?.has(keyOf(each)));
			if (row.action === 'assigned' && copied.length === 0) return [];
			const added = {
				...evidence,
				...(row.action === 'assigned' && { why: whyCopied(row.level, copied) }),
				besides: { ...evidence.besides, addedAssignments: addedTo(scopeId, copied) },
			};
			return [{ ...result, evidence: added, ...(receipt && { receipt }) }];
		});
	}

	/** Marks the units that have got everything, and returns the errors of the others. */
	failures(): FailedResult[] {
		return this.units.flatMap((unit) => {
			const { row, move, result } = unit;
			const failed = [...(this.errors.get(unit) ?? [])];
			const [[, error] = []] = failed;
			move.isDone = failed.length === 0;
			if (move.isDone) return [];
			const names = new Map(move.copied.map((each) => [keyOf(each), each.controlIdentifier]));
			const which = failed.map(([key]) => names.get(key) ?? key).join(', ');
			const { names: path, former } = row.level;
			const old = former.map((scope) => `"${pathText(scope.names)}"`).join(', ');
			const place = `"${pathText(path)}" (ID ${unit.scopeId})`;
			const note = `Not copied, or not confirmed, from ${old} to ${place}: ${shorten(which)}. Nothing is archived. Run the node again to finish.`;
			return [{ items: result.items, error, note }];
		});
	}

	private fail(key: string, units: readonly MovedUnit[], error: unknown): void {
		for (const unit of units) {
			const errors = this.errors.get(unit);
			if (errors && !errors.has(key)) errors.set(key, error);
		}
	}
}

function keyOf({ controlId }: RemovedAssignment): string {
	return idKey(controlId);
}

function shares(some: readonly number[], others: readonly number[]): boolean {
	return some.some((item) => others.includes(item));
}

function notShown(controlId: string): Error {
	return userError(
		`The service does not show the assignment of the control ${controlId} to the new scope`,
		'Run the node again: sending it twice does no harm.',
	);
}

function assignedSince(controlId: string): Error {
	return userError(
		`The control ${controlId} was assigned to the old scope while the node was running`,
		'Run the node again to copy that, too.',
	);
}
