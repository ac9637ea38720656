import { agentTests } from './agent';
import { editorTests, editorWorkflows } from './editor';
import { exampleTests } from './examples';
import { packageTests } from './package';
import { shareInstance } from './shared';

const shared = shareInstance(...editorWorkflows());

packageTests(shared);
exampleTests(shared);
agentTests(shared);
editorTests(shared);
