import type { IDataObject } from 'n8n-workflow';

import type { RemovedAssignment } from '../../../../shared/assignments/presentAssignments';
import { countOf } from '../../../../shared/basics/countOf';
import { idKey } from '../../../../shared/basics/ids';
import { doubtOf } from '../../../../shared/node/cells/doubtful';
import type { Evidence } from '../../../../shared/writes/evidence';
import type { Step } from '../../../../shared/writes/step';
import { NOT_KNOWN } from '../../../../shared/writes/tally';
import { scopeEvidence } from '../../scope/scopeEvidence';
import type { AssignmentsOfScopes } from '../../scope/scopeState';
import { type ExistingScope, pathText } from './existingScopes';
import type { Move, SyncStep } from './syncPlan';

/** The change that archives a scope. */
export const ARCHIVE_PATCH = { status: 'archived' };

/** A row of the table, and what is done for it. */
export interface RowStep extends Step {
	row: SyncStep;
}

/** A scope that no row names, and that is to be archived. */
export interface ArchiveStep extends Step {
	scope: ExistingScope;
}

/**
 * @param assignments of scopes; nothing where they are not known
 * @param rows of the table, some of which may be the unit that a scope was
 * @returns the steps that archive scopes
 */
export function archiveSteps(
	scopes: ExistingScope[],
	assignments: AssignmentsOfScopes | undefined,
	rows: readonly SyncStep[],
): ArchiveStep[] {
	const places = new Map(
		rows.flatMap(({ level }) => level.former.map((scope) => [scope, level.names] as const)),
	);
	return scopes.map((scope) => {
		const { id, names, record } = scope;
		const place = places.get(scope);
		const evidence = scopeEvidence({
			...{ id, before: { status: 'active', ...record }, patch: ARCHIVE_PATCH },
			assignments: assignments && (assignments.get(idKey(id)) ?? []),
			why: place ? `the unit is now "${pathText(place)}"` : 'not in the input',
		});
		const identity = { id, name: names.at(-1) ?? null, path: pathText(names) };
		return { items: [], records: [idKey(id)], evidence: { ...evidence, identity }, scope };
	});
}

/** @returns what the row of a scope of the table says */
export function stepEvidence(step: SyncStep): Evidence {
	const { level, action, why, warnings, fields, move } = step;
	const { scope, names } = level;
	const besides = move ? besidesOf(step, move) : {};
	const [{ key: rowKey } = {}] = level.rows;
	const identity = {
		...{ id: scope?.id ?? null, name: names.at(-1) ?? null, path: pathText(names) },
		...(rowKey !== undefined && { rowKey }),
	};
	if (!scope) {
		const record: IDataObject = { id: null, pathNames: names, ...fields };
		const doubts = doubtOf(fields.description, 'Description');
		return {
			...{ action, why, identity, changes: {}, besides, record },
			warnings: [...warnings, ...doubts],
		};
	}
	const { changes, record, ...evidence } = scopeEvidence({
		...{ id: scope.id, patch: fields, assignments: undefined },
		// A list may show no status.
		before: { status: scope.isActive ? 'active' : 'archived', ...scope.record },
	});
	return {
		...{ ...evidence, action, why: why || evidence.why, identity, changes, besides, record },
		warnings: [...warnings, ...evidence.warnings],
	};
}

/** As rows of archived scopes name what is removed: `[{ "controlId": …, "controlIdentifier": "AC-01", "scopeId": … }]` */
function besidesOf({ level }: SyncStep, { former, copied }: Move): IDataObject {
	return {
		formerAssignments: former ?? NOT_KNOWN,
		addedAssignments: addedTo(level.id, copied),
	};
}

/** @returns assignments as those of the scope that they are copied to, which may not have an ID yet */
export function addedTo(scopeId: string | undefined, copied: RemovedAssignment[]): IDataObject[] {
	return copied.map((assignment) => ({ ...assignment, scopeId: scopeId ?? null }));
}

/** @returns why a scope changes that gets assignments, and nothing else */
export function whyCopied({ former }: SyncStep['level'], { length }: unknown[]): string {
	const places = former.map(({ names }) => `"${pathText(names)}"`).join(', ');
	return `${countOf(length, 'control assignment')} copied from ${places}`;
}
