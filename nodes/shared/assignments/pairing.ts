import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../basics/ids';
import { groupsOf } from '../basics/lists';
import { countOf } from '../basics/countOf';
import { notConfirmed, refusedByService } from '../node/bulkErrors';
import type { FailedResult } from '../node/operation';
import { isAssignment, type ScopeAssignment } from '../service/api/assignments';
import { type BulkAnswer, namesIn } from '../service/bulk';
import type { Lists } from './lists';
import { type Named, NamedIndex } from './namedIndex';

/** The scopes of a control: one item of a request, which replaces all of them. */
export interface Assignment {
	controlId: string;
	/**
	 * Scopes by {@link idKey}: the id as given, and the indexes of the items that have it; none for a
	 * scope that the control has already.
	 */
	scopes: Map<string, { id: string; items: number[] }>;
	/** Indexes of all items that have the control. */
	items: number[];
}

/** What the answer to a request says about one control, or about none of them. */
export interface AnsweredControl {
	/** Nothing for what the answer does not link to a control. */
	assignment?: Assignment;
	/** The derived controls, each with the items that named control and scope. */
	derived: Array<{ items: number[]; record: IDataObject }>;
	/** Scopes, by {@link idKey}, that the service did not confirm, and does not say why. */
	unconfirmed: string[];
	/** Scopes, by {@link idKey}, that it refused. */
	refused: string[];
	/** Whether it refused the control as a whole, so that nothing of it has changed. */
	isRefused: boolean;
	/** What the service refused. */
	failures: FailedResult[];
}

/** A control of a request and what its answer says about it. */
interface Answered extends Named {
	assignment: Assignment;
	/** Scopes that are not confirmed, by their keys. */
	missing: Set<string>;
	scopes: NamedIndex<Named>;
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
 * @returns what became of each control, then what is linked to none
 */
export function pairAnswer(
	batch: Assignment[],
	{ records, errors }: BulkAnswer,
	lists: Lists,
): AnsweredControl[] {
	const index = new AnswerIndex(batch, errors, lists);
	const derived = records.map((record) => ({ record, ...index.behind(record) }));
	const byAssignment = groupsOf(derived, ({ assignment }) => assignment);
	const isAllConfirmed = index.isEnough();
	const answered = index.answered.map((each): AnsweredControl => {
		const { assignment } = each;
		const { controlId, items, scopes } = assignment;
		const own = byAssignment.get(assignment) ?? [];
		const error = index.errorAbout(each);
		const isRefused = error !== undefined && own.length === 0;
		const result = { ...NOTHING_SAID, assignment, derived: own, isRefused };
		if (scopes.size === 0) {
			const message = `The assignments of the control ${controlId} were not removed`;
			return error
				? { ...result, failures: [{ items, error: refusedByService(message, error) }] }
				: result;
		}
		const missing = isAllConfirmed ? [] : [...each.missing];
		const byError = [...groupsOf(missing, (key) => index.errorAbout(each, key))];
		return {
			...result,
			failures: byError.flatMap(([error, keys]) => failureOf(assignment, keys, error, errors)),
			unconfirmed: errors.length > 0 ? [] : missing,
			refused: errors.length > 0 ? missing : [],
		};
	});
	const ofNone = byAssignment.get(undefined) ?? [];
	return [...answered, { ...NOTHING_SAID, derived: ofNone }];
}

const NOTHING_SAID = { unconfirmed: [], refused: [], isRefused: false, failures: [] };

/** @param error that names the control or the scopes; without one, it is open what became of them */
function failureOf(
	assignment: Assignment,
	keys: string[],
	error: IDataObject | undefined,
	errors: IDataObject[],
): FailedResult[] {
	const { controlId } = assignment;
	const scopeIds = keys.map((key) => assignment.scopes.get(key)?.id ?? key);
	const scopes =
		scopeIds.length === 1 ? `the scope ${scopeIds[0]}` : countOf(scopeIds.length, 'scope');
	const items = itemsOf(assignment, keys);
	if (error) {
		const message = `The control ${controlId} was not assigned to ${scopes}`;
		return [{ items, error: refusedByService(message, error) }];
	}
	if (errors.length === 0) return [];
	const message = `The service did not confirm the assignment of the control ${controlId} to ${scopes}`;
	return [{ items, error: notConfirmed(message, errors) }];
}

/** The assignments of a request by everything that an answer may name them by. */
class AnswerIndex {
	readonly answered: Answered[];
	private readonly controls: NamedIndex<Answered>;
	private readonly errors: Array<{
		error: IDataObject;
		names: Set<string>;
		control: Answered | undefined;
	}>;
	/** Derived controls that do not lead back to control and scope. */
	private loose = 0;

	constructor(batch: Assignment[], errors: IDataObject[], lists: Lists) {
		this.answered = batch.map((assignment) => {
			const { controlId: id } = assignment;
			const named = [...assignment.scopes.values()].map((scope) => ({
				id: scope.id,
				name: lists.known('scopes', scope.id)?.name ?? '',
			}));
			const name = lists.known('controls', id)?.name ?? '';
			const missing = new Set(askedKeys(assignment));
			return { id, name, assignment, missing, scopes: new NamedIndex(named) };
		});
		this.controls = new NamedIndex(this.answered);
		this.errors = errors.map((error) => {
			const names = namesIn(error);
			return { error, names, control: this.controls.among(names)[0] };
		});
	}

	/** @returns the control of a derived one, and the items that named it with its scope */
	behind(derived: IDataObject): { assignment?: Assignment; items: number[] } {
		const answered = this.controls.meantBy(derived, derived.controlIdentifier);
		const scope = answered?.scopes.meantBy(derived, derived.scopeName);
		if (answered && scope) answered.missing.delete(idKey(scope.id));
		else if (isAssignment(derived)) this.loose++;
		if (!answered) return { items: [] };
		const { assignment } = answered;
		return { assignment, items: itemsOf(assignment, scope ? [idKey(scope.id)] : [], 1) };
	}

	/** @returns the error that names the control, one of its scopes by its key, or both */
	errorAbout(answered: Answered, key = ''): IDataObject | undefined {
		return this.errors.find(({ names, control }) => {
			if (control && control !== answered) return false;
			const keys = answered.scopes.among(names).map(({ id }) => idKey(id));
			return keys.length > 0 ? keys.includes(key) : control !== undefined;
		})?.error;
	}

	/** Where nothing leads back to control and scope, the number of derived controls has to do. */
	isEnough(): boolean {
		const missing = this.answered.reduce((sum, each) => sum + each.missing.size, 0);
		return this.loose > 0 && this.loose >= missing;
	}
}

/** Scopes that the control had before need no confirmation, unless it is all that can be confirmed. */
function askedKeys({ scopes }: Assignment): string[] {
	const listed = [...scopes].filter(([, { items }]) => items.length > 0).map(([key]) => key);
	return listed.length > 0 ? listed : [...scopes.keys()];
}

/** @returns the items that named one of the scopes; where none did, the first ones of the control */
function itemsOf({ scopes, items }: Assignment, keys: string[], most = Infinity): number[] {
	const named = new Set(keys.flatMap((key) => scopes.get(key)?.items ?? []));
	return named.size > 0 ? [...named] : items.slice(0, most);
}
