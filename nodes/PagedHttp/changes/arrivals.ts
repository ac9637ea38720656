import type { IExecuteFunctions, IRunData } from 'n8n-workflow';

import { userError } from '../../shared/n8n/nodeErrors';
import { runDataOf } from '../../shared/n8n/runData';
import { workflowNodesOf } from '../../shared/n8n/workflowNodes';
import { isDryRun } from './dryRuns';
import { RecordSet } from './recordSet';
import { type ReadsOf, RecordTrail } from './recordTrail';
import { joined, TaskInputs } from './taskInputs';

/** What the items that arrive at a node stand for. */
export interface Arrivals {
	/** Records for which no node before it has failed. */
	records: RecordSet;
	/** Name of a node that has returned items that stand for some of these records, and do not say which. */
	unclear?: { node: string; records: RecordSet };
	/** Records that a dry run has shown: they were not written, on whatever way they arrive, too. */
	shown: RecordSet;
}

/** Confirm may run once for each record of a loop: what was followed is not followed again. */
const trails = new WeakMap<object, Map<string, RecordTrail>>();

/**
 * Finds the records that the items of a node stand for, and for which no node before it has failed.
 *
 * @param context of the node whose input it is
 * @param readsOf see {@link ReadsOf}
 * @throws UserError when n8n does not show the items
 */
export function arrivalsOf(context: IExecuteFunctions, readsOf: ReadsOf): Arrivals {
	const { runData, trail } = trailTo(context);
	trail.follow(readsOf);
	const source = context.getExecuteData().source?.main ?? [];
	const inputs = new TaskInputs(runData, { source }, true, trail.claimAt);
	const claims = new Set(context.getInputData().map((item) => inputs.claimOf(item)));
	const clear = joined([...claims].filter(({ unclear }) => unclear === undefined)).records;
	const failed = RecordSet.union(
		trail.failures.flatMap(({ isHandled, records }) => (isHandled ? [] : [records])),
	);
	const unclear = [...claims].find((claim) => claim.unclear !== undefined);
	return {
		records: clear.without(failed),
		shown: RecordSet.union(trail.shown.map(({ records }) => records)),
		...(unclear?.unclear !== undefined && {
			unclear: { node: unclear.unclear, records: unclear.records.without(failed) },
		}),
	};
}

/** @returns the names of nodes before this one that only show what they would write */
export function dryRunsBefore(context: IExecuteFunctions): string[] {
	return context
		.getParentNodes(context.getNode().name, { includeNodeParameters: true })
		.filter(({ parameters = {} }) => isDryRun(context, { parameters }))
		.map(({ name }) => name);
}

function trailTo(context: IExecuteFunctions): { runData: IRunData; trail: RecordTrail } {
	const runData = runDataOf(context);
	const nodes = workflowNodesOf(context);
	if (!runData || !nodes) {
		throw userError(
			"Can't see which records arrived, so none was confirmed",
			'Update this package. Until then, set Records to Confirm to All Records of the Run, and use no Dry Run before this node. The records are returned again in the next run.',
		);
	}
	const { name } = context.getNode();
	const known = trails.get(runData) ?? new Map<string, RecordTrail>();
	trails.set(runData, known);
	const before = new Set(context.getParentNodes(name).map((parent) => parent.name));
	const trail =
		known.get(name) ??
		new RecordTrail({
			runData,
			nodes,
			isFollowed: (node) => before.has(node),
			isDryRun: (node) => isDryRun(context, node),
			handles: (target) => target === name || before.has(target),
		});
	known.set(name, trail);
	return { runData, trail };
}
