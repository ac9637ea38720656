import type { INodeProperties } from 'n8n-workflow';

/** The switch of operations that can show what they would write. */
export const dryRunProperty: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to only preview the changes. If this is on for one item, nothing is written for any item.',
};
