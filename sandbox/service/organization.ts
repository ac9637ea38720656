import { randomUUID } from 'node:crypto';

import type { ServiceClock } from './clock';
import { Refusal } from './envelope';
import { stableId } from './stableId';

export interface Scope {
	id: string;
	name: string;
	owner: string;
	description: string;
	parentId: string | null;
	pathIds: string[];
	pathNames: string[];
	status: string;
	customFields: Record<string, unknown>;
	createdOn: string;
	updatedOn: string;
}

/** What a PATCH may change. */
export type ScopePatch = Partial<
	Pick<Scope, 'name' | 'owner' | 'description' | 'status' | 'customFields'>
>;

export interface Control {
	id: string;
	controlType: string;
	controlIdentifier: string;
	name: string;
	owner: string;
	status: string;
	freshness: string;
	canLink: boolean;
}

/** A control as it applies to one scope. */
export interface DerivedControl extends Omit<Control, 'canLink'> {
	scopeName: string;
	scopeId: string;
	parent: Pick<Control, 'id' | 'controlIdentifier' | 'name'>;
}

export interface TreeNode {
	id: string;
	name: string;
	pathNames: string[];
	status?: string;
	children: TreeNode[];
}

/** The deepest level that a scope can be on; the top level is 1. */
export const MAX_DEPTH = 6;

/** Scopes, controls and which control is assigned to which scope. */
export class Organization {
	readonly scopes = new Map<string, Scope>();
	readonly controls = new Map<string, Control>();
	/** Derived controls by control id, then by scope id. */
	readonly assignments = new Map<string, Map<string, DerivedControl>>();

	constructor(
		private readonly clock: ServiceClock,
		scopes: Scope[],
		controls: Control[],
	) {
		for (const scope of scopes) this.scopes.set(scope.id, scope);
		for (const control of controls) this.controls.set(control.id, control);
	}

	listScopes(status: string | undefined): Scope[] {
		return [...this.scopes.values()].filter(
			(scope) => status === undefined || scope.status === status,
		);
	}

	createScope(input: {
		name: string;
		owner: string;
		description?: string | undefined;
		parentId?: string | null | undefined;
	}): Scope {
		const parent = input.parentId ? this.scope(input.parentId) : undefined;
		if (parent?.status === 'archived') {
			throw new Refusal(409, 'scope.parent_archived', `The scope ${parent.name} is archived`);
		}
		if (parent && parent.pathIds.length >= MAX_DEPTH) {
			throw new Refusal(
				422,
				'scope.too_deep',
				`Scopes are nested at most ${MAX_DEPTH} levels deep`,
			);
		}
		const id = randomUUID();
		const now = this.timestamp();
		const scope: Scope = {
			id,
			name: input.name,
			owner: input.owner,
			description: input.description ?? '',
			parentId: parent?.id ?? null,
			pathIds: [...(parent?.pathIds ?? []), id],
			pathNames: [...(parent?.pathNames ?? []), input.name],
			status: 'active',
			customFields: {},
			createdOn: now,
			updatedOn: now,
		};
		this.scopes.set(id, scope);
		return scope;
	}

	/** Changes all of the scopes, or none when one of them cannot be changed. */
	patchScopes(ids: string[], patch: ScopePatch): Scope[] {
		const scopes = ids.map((id) => this.scope(id));
		for (const { status, name } of scopes) {
			if (status === 'archived' && patch.status === undefined) {
				throw new Refusal(409, 'scope.archived', `The scope ${name} is archived and cannot change`);
			}
		}
		for (const scope of scopes) {
			Object.assign(scope, patch, { updatedOn: this.timestamp() });
			if (patch.name !== undefined) this.renamePaths();
			if (patch.status === 'archived') this.removeAssignmentsTo(scope.id);
		}
		return scopes;
	}

	/** @returns the root, which is the organization itself, with the top-level scopes below it */
	tree(onlyActive: boolean): TreeNode {
		const children = new Map<string | null, Scope[]>();
		for (const scope of this.scopes.values()) {
			if (onlyActive && scope.status !== 'active') continue;
			const siblings = children.get(scope.parentId) ?? [];
			children.set(scope.parentId, [...siblings, scope]);
		}
		const nodesBelow = (parentId: string | null): TreeNode[] =>
			(children.get(parentId) ?? []).map(({ id, name, pathNames, status }) => ({
				id,
				name,
				pathNames,
				status,
				children: nodesBelow(id),
			}));
		return {
			id: stableId('organization'),
			name: 'Sample Organization',
			pathNames: [],
			children: nodesBelow(null),
		};
	}

	/**
	 * Sets the scopes of one control: what is not named is removed.
	 *
	 * @returns the derived controls of all named scopes, existing ones included
	 */
	assign(controlId: string, scopeIds: string[]): DerivedControl[] {
		const control = this.control(controlId);
		const before = this.assignments.get(controlId) ?? new Map<string, DerivedControl>();
		const after = new Map<string, DerivedControl>();
		for (const scopeId of scopeIds) {
			after.set(scopeId, before.get(scopeId) ?? this.derive(control, this.scope(scopeId)));
		}
		this.assignments.set(controlId, after);
		return [...after.values()];
	}

	/** @throws Refusal when a control or scope cannot take part in an assignment */
	checkAssignment(controlId: string, scopeIds: string[]): void {
		this.control(controlId);
		for (const scopeId of scopeIds) {
			const scope = this.scope(scopeId);
			if (scope.status === 'archived') {
				throw new Refusal(409, 'scope.archived', `The scope ${scope.name} is archived`);
			}
		}
	}

	private derive(control: Control, scope: Scope): DerivedControl {
		const { id, controlIdentifier, name, owner, status, freshness } = control;
		return {
			id: randomUUID(),
			controlType: 'scopeAssignment',
			controlIdentifier,
			name,
			scopeName: scope.name,
			scopeId: scope.id,
			owner,
			status,
			freshness,
			parent: { id, controlIdentifier, name },
		};
	}

	private scope(id: string): Scope {
		const scope = this.scopes.get(id);
		if (!scope) throw new Refusal(404, 'scope.not_found', `There is no scope ${id}`);
		return scope;
	}

	private control(id: string): Control {
		const control = this.controls.get(id);
		if (!control) throw new Refusal(404, 'control.not_found', `There is no control ${id}`);
		return control;
	}

	private removeAssignmentsTo(scopeId: string): void {
		for (const derived of this.assignments.values()) derived.delete(scopeId);
	}

	/** Names on the paths follow the scopes they name. */
	private renamePaths(): void {
		for (const scope of this.scopes.values()) {
			scope.pathNames = scope.pathIds.map((id) => this.scope(id).name);
		}
		for (const derived of this.assignments.values()) {
			for (const [scopeId, control] of derived) control.scopeName = this.scope(scopeId).name;
		}
	}

	private timestamp(): string {
		return new Date(this.clock.now()).toISOString();
	}
}
