import type { IDataObject, UserError } from 'n8n-workflow';

import { isDataObject } from '../basics/guards';
import { idKey } from '../basics/ids';
import { userError } from '../n8n/nodeErrors';
import { isAssignment } from '../service/api/assignments';
import { isDerived } from '../service/api/controls';
import type { Directory } from './directory';

/** Scopes that a control has now: ids by {@link idKey}. */
export type PresentSet = ReadonlyMap<string, string>;

/** An assignment that is removed with its scope. */
export interface RemovedAssignment extends IDataObject {
	controlId: string;
	/** `null` for a control without one. */
	controlIdentifier: string | null;
	scopeId: string;
}

/** A list under such a name is empty for a control without assignments. */
const LIST_OF_ASSIGNMENTS = /assign|child|scope/i;

/** What the list of controls shows about the scopes of one of them. */
interface Present {
	set: Map<string, string>;
	/** Whether the set is complete even if it is empty. */
	isShown: boolean;
	/** Why the set may not be complete. */
	doubt?: string;
	/** Name of a list that should have the assignments, but whose entries are something else. */
	unread?: string;
}

/**
 * Finds the scopes that controls have now in the expanded list of controls (scoped-controls,
 * `GET /v1/controls`). The specification says that it has the assigned controls with their scope
 * name, parents and child assignments, but not under which names: they are found by what they are.
 */
export class PresentAssignments {
	private readonly byControl = new Map<string, Present>();
	private isExpanded = false;

	/**
	 * @param controls the expanded list
	 * @param purpose what the assignments are read for; to write them by default
	 * @throws UserError when nothing is certain
	 */
	constructor(
		private readonly controls: Directory,
		private readonly scopes: Directory,
		private readonly purpose: Purpose = {},
	) {
		for (const record of controls.records) {
			if (isDerived(record)) {
				const parent = controls.meantBy(record, record.controlIdentifier);
				if (parent) this.add(this.presentOf(parent.id), record);
				else if (!purpose.isFiltered || this.isListed(record)) {
					throw userError(
						"Couldn't determine the current scopes of the controls",
						`Assignment ${String(record.id)} to the scope "${String(record.scopeName)}" does not name its control. ${purpose.advice ?? UNKNOWN_REMOVED}`,
					);
				}
			} else this.readLists(record);
		}
	}

	/** Whether an assignment may be one of a listed control. */
	private isListed({ controlIdentifier }: IDataObject): boolean {
		return (
			typeof controlIdentifier !== 'string' || this.controls.matches(controlIdentifier).length > 0
		);
	}

	/** How many there are. */
	get count(): number {
		return [...this.byControl.values()].reduce((sum, { set }) => sum + set.size, 0);
	}

	/** @throws UserError when they are not certain: a request replaces all scopes of a control */
	of(controlId: string): PresentSet {
		const { id } = this.controls.find(controlId);
		const present = this.presentOf(id);
		const doubt = this.doubtOf(present);
		if (doubt !== undefined) throw uncertain(controlId, doubt, this.purpose);
		return present.set;
	}

	/** @returns whether it was only assumed that a control has no assignments */
	isAssumed(controlId: string): boolean {
		return (
			this.purpose.assumesNone === true && !this.isExpanded && !this.presentOf(controlId).isShown
		);
	}

	/** @returns the assignments of scopes by {@link idKey}; `undefined` when those of a control are not certain */
	byScope(): Map<string, RemovedAssignment[]> | undefined {
		const all = new Map<string, RemovedAssignment[]>();
		for (const [key, present] of this.byControl) {
			if (this.doubtOf(present) !== undefined) return undefined;
			const control = this.controls.get(key);
			for (const [scopeKey, scopeId] of present.set) {
				const list = all.get(scopeKey) ?? [];
				all.set(scopeKey, list);
				list.push({
					controlId: control?.id ?? key,
					controlIdentifier: control?.name || null,
					scopeId,
				});
			}
		}
		return all;
	}

	private doubtOf({ set, isShown, doubt, unread }: Present): string | undefined {
		if (doubt !== undefined) return doubt;
		if (!isShown && !this.isExpanded && !this.purpose.assumesNone) return NONE_SHOWN;
		return set.size === 0 && unread !== undefined
			? `Its list "${unread}" does not show what is assigned.`
			: undefined;
	}

	private presentOf(controlId: unknown): Present {
		const key = idKey(String(controlId));
		const present = this.byControl.get(key) ?? { set: new Map(), isShown: false };
		this.byControl.set(key, present);
		return present;
	}

	private readLists(control: IDataObject): void {
		const present = this.presentOf(control.id);
		for (const [name, value] of Object.entries(control)) {
			if (!Array.isArray(value)) continue;
			const children = value.filter(isDataObject).filter(isAssignment);
			for (const child of children) this.add(present, child);
			if (!LIST_OF_ASSIGNMENTS.test(name)) continue;
			if (children.length === value.length) present.isShown = true;
			else present.unread = name;
		}
	}

	private add(present: Present, assignment: IDataObject): void {
		this.isExpanded = true;
		const scope = this.scopes.meantBy(assignment, assignment.scopeName);
		if (scope) present.set.set(idKey(scope.id), scope.id);
		else
			present.doubt = `One of its assignments is to the scope "${String(assignment.scopeName)}", which is not a unique name, and has no scope ID.`;
	}
}

function uncertain(controlId: string, why: string, { advice }: Purpose): UserError {
	return userError(
		`Couldn't determine the current scopes of the control ${controlId}`,
		`${why} ${advice ?? (why === NONE_SHOWN ? NONE_YET : UNKNOWN_REMOVED)}`,
	);
}

/** What assignments are read for. */
interface Purpose {
	/** Whether a list that shows no assignment at all is taken for one of controls that have none. */
	assumesNone?: boolean;
	/** Whether the list leaves out controls whose assignments may be in it. */
	isFiltered?: boolean;
	/** What to do where the assignments are not certain. */
	advice?: string;
}

const NONE_SHOWN = 'The list of controls does not show any assignments.';

const NONE_YET =
	'If none is assigned yet, turn on No Assignments Yet under Options. Otherwise, use Mode: Replace and Table Layout: Pairs, first with Dry Run.';

const UNKNOWN_REMOVED =
	'Nothing was written: unknown assignments would be removed. To set all of a control, use Mode: Replace and Table Layout: Pairs.';
