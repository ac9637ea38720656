import type { IDataObject } from 'n8n-workflow';

import { Lists } from '../../../shared/assignments/lists';
import type { RemovedAssignment } from '../../../shared/assignments/presentAssignments';
import { idKey, isUuid } from '../../../shared/basics/ids';
import { duplicateFold } from '../../../shared/basics/nameFolds';
import { userError } from '../../../shared/n8n/nodeErrors';
import { incompleteNote } from '../../../shared/node/incompleteList';
import type { InputItem } from '../../../shared/node/inputItem';
import { pathOf } from '../../../shared/node/properties/locators';
import { addWarning } from '../../../shared/node/warnings';
import { listScopes } from '../../../shared/service/api/scopes';
import { ServiceError, textsOf } from '../../../shared/service/serviceError';
import type { ServiceClient } from '../../../shared/service/client';
import type { Population } from '../../../shared/writes/brake';
import { isUnreadable } from '../../../shared/writes/unreadable';
import { ownerWarnings } from './ownerWarnings';
import { noIdNote } from './scopeIds';
import { scopePopulation } from './scopePopulation';

/** Control assignments by scope. */
export type AssignmentsOfScopes = Map<string, RemovedAssignment[]>;

/** The scopes that items name by their IDs, as they are, or as a plan leaves them. */
export class ScopeState {
	private constructor(
		/** By {@link idKey}; nothing where the service refused to list its scopes. */
		private readonly scopes: Map<string, IDataObject> | undefined,
		private readonly assignments: AssignmentsOfScopes | undefined,
	) {}

	/**
	 * @param mustKnow whether nothing is done without the list; else rows say what is not known
	 * @param archives whether scopes are archived, which removes their assignments
	 */
	static async read(item: InputItem, mustKnow: boolean, archives: boolean): Promise<ScopeState> {
		const scopes = await readScopes(item, mustKnow);
		const isKnown = archives && scopes?.isComplete === true;
		// What is archived is archived all the same, also if that is not known.
		const read = isKnown ? await readAssignments(new Lists(item, scopes.records)) : undefined;
		const assignments = read && 'assignments' in read ? read.assignments : undefined;
		return new ScopeState(scopes && byKey(scopes.records), assignments);
	}

	/** @returns a state of its own, for a plan */
	copy(): ScopeState {
		const { scopes, assignments } = this;
		return new ScopeState(scopes && byKey(scopes.values()), assignments && new Map(assignments));
	}

	/** Scopes with a change that may or may not have come through, by {@link idKey}. */
	readonly unconfirmed = new Set<string>();

	/** What a removal is measured by. */
	get population(): Population {
		return this.scopes ? scopePopulation([...this.scopes.values()], this.assignments) : {};
	}

	/** @returns a scope as it is; nothing where the service did not return it */
	of(id: string): IDataObject | undefined {
		return this.scopes?.get(idKey(id));
	}

	/** @throws UserError when there is no such scope */
	get(id: string): IDataObject {
		const scope = this.of(id);
		if (scope) return scope;
		throw userError(
			`The service did not return a scope with the ID "${id}"`,
			...noIdNote(id, this.scopes?.values() ?? []),
			'Check the ID in this item. The scope may have been deleted.',
		);
	}

	/** @returns whether a text, such as a name, cannot be an ID: all others have the form of a UUID */
	isNoId(text: string): boolean {
		if (isUuid(text)) return false;
		const ids = [...(this.scopes?.keys() ?? [])];
		return ids.length > 0 && ids.every(isUuid);
	}

	/** @returns what is doubtful about an owner that a scope gets, a sentence each */
	ownerWarnings(owner: unknown): string[] {
		this.warningsOfOwner ??= ownerWarnings([...(this.scopes?.values() ?? [])]);
		return this.warningsOfOwner(String(owner ?? ''));
	}

	/** @returns a sentence if another scope at the place of one has had the name that it gets */
	siblingWarnings(id: string, name: unknown): string[] {
		this.byPlace ??= new Map(
			[...(this.scopes?.values() ?? [])]
				.filter(({ status }) => status !== 'archived')
				.map((scope) => [placeKey(scope, scope.name), { id: scope.id, path: pathOf(scope) }]),
		);
		const other = this.byPlace.get(placeKey(this.of(id) ?? {}, name));
		if (!other || idKey(String(other.id)) === idKey(id)) return [];
		return [`There is another scope "${other.path}" at the same place.`];
	}

	/** As the scopes are before a run. */
	private byPlace: Map<string, { id: unknown; path: string }> | undefined;

	private warningsOfOwner: ReturnType<typeof ownerWarnings> | undefined;

	/** @returns what a scope would lose if it were archived; `undefined` when that is not known */
	assignmentsOf(id: string): RemovedAssignment[] | undefined {
		return this.assignments && (this.assignments.get(idKey(id)) ?? []);
	}

	/** Remembers how a scope was left: what follows is measured by that. */
	leave(id: string, after: IDataObject): void {
		Object.assign(this.of(id) ?? {}, after);
		if (after.status === 'archived') this.assignments?.delete(idKey(id));
	}
}

/** @returns the same text for names that a person may take for the same, below one parent */
function placeKey({ parentId }: IDataObject, name: unknown): string {
	return JSON.stringify([parentId ?? null, duplicateFold(String(name))]);
}

async function readScopes(
	{ context, client }: InputItem,
	mustKnow: boolean,
): Promise<{ records: IDataObject[]; isComplete: boolean } | undefined> {
	const list = await listScopes(client).catch((error: unknown) => {
		if (mustKnow || !(error instanceof ServiceError) || !error.isRefusal) throw error;
		return undefined;
	});
	if (!list) return undefined;
	const { doubt } = list;
	const records = await withStatus(client, list.records);
	if (doubt !== undefined) addWarning(context, incompleteNote(doubt));
	return { records, isComplete: doubt === undefined };
}

/**
 * The specification shows no status in a list of scopes, but a list of active ones (scoped-controls,
 * `GET /v1/scopes`).
 *
 * @returns scopes that all have one
 */
async function withStatus(client: ServiceClient, records: IDataObject[]): Promise<IDataObject[]> {
	if (records.every(({ status }) => typeof status === 'string' && status !== '')) return records;
	const active = new Set((await listScopes(client, 'active')).records.map(({ id }) => id));
	return records.map((scope) => ({
		...scope,
		status: scope.status || (active.has(scope.id) ? 'active' : 'archived'),
	}));
}

function byKey(scopes: Iterable<IDataObject>): Map<string, IDataObject> {
	return new Map([...scopes].map((scope) => [idKey(String(scope.id)), { ...scope }]));
}

/**
 * Reads which assignments scopes have.
 *
 * @returns them, or why the service does not show them
 */
export async function readAssignments(
	lists: Lists,
): Promise<{ assignments: AssignmentsOfScopes } | { unknown: string }> {
	let unknown = 'The list of controls does not say to which scopes each of them is assigned.';
	const present = await lists.assignments().catch((error: unknown) => {
		if (!isUnreadable(error)) throw error;
		unknown = textsOf(error).message;
		return undefined;
	});
	const assignments = present?.byScope();
	return assignments ? { assignments } : { unknown };
}
