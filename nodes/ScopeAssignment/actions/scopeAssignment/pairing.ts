import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { idKey } from '../../../shared/ids';
import { groupsOf } from '../../../shared/node/batches';
import type { OperationResult } from '../../../shared/node/types';
import type { ScopeAssignment } from '../../../shared/service/api/scopedControls';
import { isAssignment, toRequestItem } from '../../../shared/service/api/scopedControls';
import type { BulkAnswer } from '../../../shared/service/api/answers';
import { errorFinder, errorText, textsIn } from '../../../shared/service/api/answers';
import type { Assignment } from './rows';
import type { Lists } from './directory';

/** How many assignments of a run the service confirmed. */
export interface Tally {
	asked: number;
	unconfirmed: number;
}

/** An assignment of a request and what its answer says about it. */
interface Answered {
	assignment: Assignment;
	/** Scopes that a derived control names. */
	confirmed: Set<string>;
	/** Derived controls of which only the control is known. */
	loose: number;
	scopeByName: Map<string, string>;
}

/** @returns an assignment as the service takes it */
export function toRequest({ controlId, scopes }: Assignment): ScopeAssignment {
	return { controlId, scopeIds: [...scopes.values()].map(({ id }) => id) };
}

/**
 * Pairs the answer to a request with the input items.
 *
 * The specification does not say which field of a derived control leads back to control and scope,
 * so any field with the id of one of them does, then identifier and name where the lists are known.
 * A derived control is linked to the items that named control and scope; if only the control is
 * known, to the first item of the control; else to none. So there are never more links than pairs of
 * item and scope.
 *
 * @param tally is counted up
 * @returns the derived controls, then what the service did not confirm: as an error where the service
 *   reports one, else as an item with `confirmed: false`
 */
export function* pairAnswer(
	batch: Assignment[],
	{ records, errors }: BulkAnswer,
	lists: Lists,
	tally: Tally,
): Generator<OperationResult> {
	const index = new AnswerIndex(batch, lists);
	const errorAbout = errorFinder(errors);
	for (const json of records) yield { items: index.itemsBehind(json), records: [{ json }] };
	for (const answered of index.all()) {
		const { assignment } = answered;
		const request = toRequest(assignment);
		tally.asked += askedKeys(assignment).length;
		const missing = index.missing(answered);
		if (missing.length > 0) {
			tally.unconfirmed += missing.length;
			const items = itemsOf(assignment, missing);
			const scopeIds = missing.map((key) => assignment.scopes.get(key)?.id ?? key);
			if (errors.length > 0) {
				const ids = [...scopeIds, assignment.controlId];
				yield { items, error: notAssigned(ids, errorAbout(ids) ?? errors[0]) };
			} else {
				const json = { ...toRequestItem({ ...request, scopeIds }), confirmed: false };
				yield { items, records: [{ json }] };
			}
		} else if (request.scopeIds.length === 0) {
			const error = errorAbout([assignment.controlId]);
			if (error) yield { items: assignment.items, error: notRemoved(assignment.controlId, error) };
			else yield { items: assignment.items, records: [{ json: toRequestItem(request) }] };
		}
	}
}

/** The assignments of a request by everything that an answer may name them by. */
class AnswerIndex {
	private readonly byControl = new Map<string, Answered>();
	private readonly byIdentifier = new Map<string, Answered>();
	/** Derived controls that lead back to nothing. */
	private loose = 0;
	/** How many of them would confirm everything. */
	private wanted: number | undefined;

	constructor(
		batch: Assignment[],
		private readonly lists: Lists,
	) {
		for (const assignment of batch) {
			const { controlId } = assignment;
			const scopeByName = this.scopeNames(assignment);
			const answered = { assignment, confirmed: new Set<string>(), loose: 0, scopeByName };
			this.byControl.set(idKey(controlId), answered);
			const identifier = this.lists.identifierOf(controlId);
			if (identifier !== undefined) this.byIdentifier.set(identifier, answered);
		}
	}

	all(): Iterable<Answered> {
		return this.byControl.values();
	}

	itemsBehind(derived: IDataObject): number[] {
		const keys = textsIn(derived).map(idKey);
		const answered =
			keys.map((key) => this.byControl.get(key)).find(Boolean) ?? this.identified(derived);
		if (!answered) {
			if (isAssignment(derived)) this.loose++;
			return [];
		}
		const { scopes, items } = answered.assignment;
		const key =
			keys.find((text) => scopes.has(text)) ?? answered.scopeByName.get(String(derived.scopeName));
		const scope = key === undefined ? undefined : scopes.get(key);
		if (key !== undefined) answered.confirmed.add(key);
		else answered.loose++;
		return scope && scope.items.length > 0 ? scope.items : items.slice(0, 1);
	}

	/** @returns keys of the scopes that are not confirmed, or may not be */
	missing({ assignment, confirmed, loose }: Answered): string[] {
		const missing = askedKeys(assignment).filter((key) => !confirmed.has(key));
		return loose >= missing.length || this.isEnough() ? [] : missing;
	}

	/** Where nothing leads back, the number of derived controls has to do. */
	private isEnough(): boolean {
		if (this.loose === 0) return false;
		this.wanted ??= [...this.all()].reduce(
			(sum, { assignment, confirmed, loose }) =>
				sum + Math.max(0, assignment.scopes.size - confirmed.size - loose),
			0,
		);
		return this.loose >= this.wanted;
	}

	private identified({ controlIdentifier }: IDataObject): Answered | undefined {
		return typeof controlIdentifier === 'string'
			? this.byIdentifier.get(controlIdentifier)
			: undefined;
	}

	/** Without names that several of the scopes have. */
	private scopeNames({ scopes }: Assignment): Map<string, string> {
		const byName = groupsOf([...scopes], ([, { id }]) => this.lists.nameOf(id) ?? '');
		return new Map(
			[...byName].flatMap(([name, [first, ...others]]): Array<[string, string]> =>
				name !== '' && first && others.length === 0 ? [[name, first[0]]] : [],
			),
		);
	}
}

/** Scopes that the control had before need no confirmation, unless it is all that can be confirmed. */
function askedKeys({ scopes }: Assignment): string[] {
	const listed = [...scopes].filter(([, { items }]) => items.length > 0).map(([key]) => key);
	return listed.length > 0 ? listed : [...scopes.keys()];
}

/** @returns the items that named one of the scopes; all of the control where none did */
function itemsOf({ scopes, items }: Assignment, keys: string[]): number[] {
	const named = new Set(keys.flatMap((key) => scopes.get(key)?.items ?? []));
	return named.size > 0 ? [...named] : items;
}

/** @param ids of the scopes, then of the control */
function notAssigned(ids: string[], error: IDataObject | undefined): UserError {
	const scopes = ids.length === 2 ? `the scope ${ids[0]}` : countOf(ids.length - 1, 'scope');
	return failure(`The control ${ids.at(-1)} was not assigned to ${scopes}`, error);
}

function notRemoved(controlId: string, error: IDataObject): UserError {
	return failure(`The assignments of the control ${controlId} were not removed`, error);
}

function failure(message: string, error: IDataObject | undefined): UserError {
	const text = errorText(error);
	return new UserError(text === '' ? message : `${message}: ${text}`, {
		description:
			'Correct what the service reports and run the node again. The other assignments of the request are not affected.',
	});
}
