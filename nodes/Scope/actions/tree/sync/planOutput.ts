import type { IDataObject } from 'n8n-workflow';

import type { Evidence } from '../../../../shared/writes/evidence';
import type { Step } from '../../../../shared/writes/step';
import { doubtOf } from '../../../../shared/node/cells/doubtful';
import { scopeEvidence } from '../../scope/scopeEvidence';
import type { AssignmentsOfScopes } from '../../scope/scopeState';
import { idKey } from '../../../../shared/basics/ids';
import { type ExistingScope, pathText } from './existingScopes';
import type { SyncStep } from './syncPlan';

/** The change that archives a scope. */
export const ARCHIVE_PATCH = { status: 'archived' };

/** A scope that no row names, and that is to be archived. */
export interface ArchiveStep extends Step {
	scope: ExistingScope;
}

/**
 * @param assignments of scopes; nothing where they are not known
 * @returns the steps that archive scopes
 */
export function archiveSteps(
	scopes: ExistingScope[],
	assignments: AssignmentsOfScopes | undefined,
): ArchiveStep[] {
	return scopes.map((scope) => {
		const { id, names, record } = scope;
		const evidence = scopeEvidence({
			...{ id, before: { status: 'active', ...record }, patch: ARCHIVE_PATCH },
			assignments: assignments && (assignments.get(idKey(id)) ?? []),
			why: 'not in the input',
		});
		const identity = { id, name: names.at(-1) ?? null, path: pathText(names) };
		return { items: [], records: [idKey(id)], evidence: { ...evidence, identity }, scope };
	});
}

/** @returns what the row of a scope of the table says */
export function stepEvidence({ level, action, why, warnings, fields }: SyncStep): Evidence {
	const { scope, names } = level;
	const [{ key: rowKey } = {}] = level.rows;
	const identity = {
		...{ id: scope?.id ?? null, name: names.at(-1) ?? null, path: pathText(names) },
		...(rowKey !== undefined && { rowKey }),
	};
	if (!scope) {
		const record: IDataObject = { id: null, pathNames: names, ...fields };
		const doubts = doubtOf(fields.description, 'Description');
		return {
			...{ action, why, identity, changes: {}, besides: {}, record },
			warnings: [...warnings, ...doubts],
		};
	}
	const { changes, record, ...evidence } = scopeEvidence({
		...{ id: scope.id, patch: fields, assignments: undefined },
		// A list may show no status.
		before: { status: scope.isActive ? 'active' : 'archived', ...scope.record },
	});
	return {
		...{ ...evidence, action, why: why || evidence.why, identity, changes, record },
		warnings: [...warnings, ...evidence.warnings],
	};
}
