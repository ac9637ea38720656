import type { INodeProperties } from 'n8n-workflow';

import { limitProperties } from '../../shared/node/properties/limit';
import { optionsCollection } from '../../shared/node/properties/options';

const ownOptions: INodeProperties[] = [
	{
		displayName: '404 Ends Paging',
		name: 'notFoundEndsPaging',
		type: 'boolean',
		default: false,
		description: 'Whether 404 after the first page means that there are no more pages',
	},
	{
		displayName: 'Interval',
		name: 'interval',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'How many milliseconds to leave between two requests, to spare the API',
	},
	{
		displayName: 'Max Pages',
		name: 'maxPages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description:
			'How many pages to read at most for one input item. A run that is cut here says so and can be resumed.',
	},
	{
		displayName: 'On Error',
		name: 'onError',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Hand out nothing of this input item and report what went wrong',
			},
			{
				name: 'Keep',
				value: 'keep',
				description:
					'Hand out the pages that were read, and say in the summary what went wrong and where to resume',
			},
		],
		default: 'fail',
		description: 'What to do when a page cannot be read',
	},
	{
		displayName: 'Prefetch',
		name: 'prefetch',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description:
			'How many pages to ask for at once. Works with page numbers and offsets. The result is the same, only faster; the number is lowered while the API answers that it is too much.',
	},
	{
		displayName: 'Resume',
		name: 'resume',
		type: 'json',
		default: '',
		description:
			'Resume object from the summary of an earlier run, to go on where it was cut. Empty or null starts from the beginning.',
	},
];

/** Properties below the form: how much to read, and how. */
export const limitAndOptions: INodeProperties[] = [
	...limitProperties,
	optionsCollection(ownOptions),
];
