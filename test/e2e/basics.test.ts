import { readExamples } from '../../sandbox/demo/examples';
import { eventWorkflow } from '../../sandbox/server/eventWorkflow';
import { exampleTests } from './examples';
import { packageTests } from './package';
import { shareInstance } from './shared';
import { countingWorkflows, staticDataTests } from './staticData';
import { EVENTS_ID, triggerTests } from './trigger';

/** A sync, a read, and an event, with nodes that both lines of n8n have. */
const SOME = ['sync-the-org-chart.json', 'paging-page-number.json', 'soc-2-report-dates.json'];

const shared = shareInstance([eventWorkflow(EVENTS_ID), ...countingWorkflows]);

packageTests(shared);
exampleTests(
	shared,
	readExamples().filter(({ file }) => SOME.includes(file)),
);
triggerTests(shared);
staticDataTests(shared);
