import { eventWorkflow } from '../../sandbox/server/eventWorkflow';
import { WITHOUT_EDITOR } from '../../sandbox/server/temporary';
import { shareInstance } from './shared';
import { countingWorkflows, staticDataTests } from './staticData';
import { EVENTS_ID, triggerTests } from './trigger';

const workflows = [eventWorkflow(EVENTS_ID), ...countingWorkflows];
const shared = shareInstance(workflows, { environment: WITHOUT_EDITOR });

triggerTests(shared);
staticDataTests(shared);
