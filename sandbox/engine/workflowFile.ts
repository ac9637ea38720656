import type { IWorkflowBase } from 'n8n-workflow';

/** A workflow as n8n exports it; only these members are read. */
export type WorkflowFile = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings' | 'pinData'>>;
