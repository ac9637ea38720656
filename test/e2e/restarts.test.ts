import { eventWorkflow } from '../../sandbox/server/eventWorkflow';
import { shareInstance } from './shared';
import { countingWorkflows, staticDataTests } from './staticData';
import { EVENTS_ID, triggerTests } from './trigger';

const shared = shareInstance(eventWorkflow(EVENTS_ID), ...countingWorkflows);

triggerTests(shared);
staticDataTests(shared);
