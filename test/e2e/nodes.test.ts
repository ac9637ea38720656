import { OLDEST } from '../../sandbox/server/lines';
import { agentTests } from './agent';
import { agentTaskTests } from './agentTasks';
import { catalogTests } from './catalog';
import { editorTests, editorWorkflows } from './editor';
import { exampleTests } from './examples';
import { line } from './line';
import { packageTests } from './package';
import { shareInstance } from './shared';

const shared = shareInstance(editorWorkflows());

packageTests(shared);
// n8n 1.x has no such catalog.
if (line !== OLDEST) catalogTests(shared);
exampleTests(shared);
agentTests(shared);
agentTaskTests(shared);
editorTests(shared);
