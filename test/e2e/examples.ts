import type { INode } from 'n8n-workflow';

import { isEventDriven, readExamples } from '../../sandbox/demo/examples';
import { workflowId } from '../../sandbox/server/instance';
import { OLDEST } from '../../sandbox/server/lines';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { outputOf } from '../helpers/exampleOutputs';
import { line } from './line';
import type { StoredRun } from './runs';
import { runByEvents, runByHand } from './runs';
import type { Shared } from './shared';

/** What the examples do, or those named; on n8n 1.x those that do not need n8n 2. */
export function exampleTests(shared: Shared, all = readExamples()): void {
	let instance: TemporaryInstance;
	// All write to one service, and only the checks of the others allow for scopes that are there already.
	const isFirst = ({ file }: { file: string }) => file === 'sync-the-org-chart.json';
	const examples = [...all.filter(isFirst), ...all.filter((example) => !isFirst(example))];
	const some =
		line === OLDEST
			? examples.filter(({ workflow }) => !workflow.nodes.some(createsTable))
			: examples;

	describe(`the examples on n8n ${line.version}`, () => {
		beforeAll(async () => {
			instance = await shared();
		});
		it.each(some.filter((example) => !isEventDriven(example)))(
			'$file, run by hand, gives what its notes promise',
			async (example) => {
				const { error, json } = await runByHand(instance, workflowId(example));
				expect(error).toBeUndefined();
				outputOf(example.file).check(json, instance.service);
			},
		);

		it.each(some.filter(isEventDriven))(
			'$file, with an event of every kind, is started by its own and gives what its notes promise',
			async (example) => {
				const { event } = outputOf(example.file);
				const isExpected = ({ json }: StoredRun) => json('TPRM Trigger')[0]?.['type'] === event;
				const runs = await runByEvents(instance, workflowId(example), isExpected);
				const [run, ...others] = runs.filter(isExpected);
				expect(others).toEqual([]);
				expect(run?.error).toBeUndefined();
				if (run) outputOf(example.file).check(run.json, instance.service);
			},
		);
	});
}

/** n8n 1.x has no data tables that a workflow creates. */
function createsTable({ type, parameters }: INode): boolean {
	return type === 'n8n-nodes-base.dataTable' && parameters['resource'] === 'table';
}
