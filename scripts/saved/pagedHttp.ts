import type { IDataObject } from 'n8n-workflow';

import { datasetOf, parametersOf } from '../../sandbox/designs';
import type { Engine, WorkflowFile } from '../../sandbox/engine/engine';
import { credentialFor } from './credentials';
import type { SavedDesign } from './designs';
import { CHANGING, SAVED_DESIGNS } from './designs';
import { ADDRESS } from './folder';
import { BATCHES_WORKFLOW } from './replay';
import type { Step } from './workflow';
import { chain, startedByHand } from './workflow';

const PUBLIC = { authentication: 'none', baseUrl: ADDRESS };
const FIELDS = { ...PUBLIC, source: 'fields' };

/** Pages are requested one by one, so that the number of requests is the same in each run. */
const ONE_BY_ONE = { prefetch: 1 };

const QUERY = `query ($first: Int!, $after: String, $country: String) {
	vendors(first: $first, after: $after, country: $country) {
		nodes { id name }
		pageInfo { endCursor hasNextPage }
	}
}`;

/** Workflows with one node that reads, by name. */
const READS: Record<string, IDataObject> = {
	automatic: { url: `${ADDRESS}/sample/pages?records=120` },
	'page-number': {
		...FIELDS,
		url: '/sample/pages?records=145',
		property: 'items',
		limitParameter: 'pageSize',
		pageUntil: 'reachTotalCount',
		totalCount: 'total',
		returnAll: true,
		options: {
			...ONE_BY_ONE,
			concurrentRequests: 4,
			returnFields: 'id, name',
			endStatuses: [404],
			headers: { header: [{ name: 'X-Team', value: 'risk' }] },
			interval: 0.001,
			maxResponseSize: 5,
			maxWait: 60,
			onError: 'keep',
			onIncomplete: 'fail',
			timeout: 30,
			trace: true,
		},
	},
	'page-number-defaults': {
		...FIELDS,
		url: '/sample/pages?records=300',
		property: 'items',
		options: ONE_BY_ONE,
	},
	'page-number-by-other-names': {
		...FIELDS,
		url: '/sample/pages?records=10&first=0',
		pageParameter: 'paging.page',
		method: 'POST',
		body: '{"country": "DE"}',
		property: 'items',
		pageStartingValue: 0,
		limitParameter: 'pageSize',
		options: { ...ONE_BY_ONE, maxPages: 1 },
	},
	'offset-and-limit': {
		...FIELDS,
		url: '/sample/offsets?records=130&first=1',
		schemeType: 'offsetAndLimit',
		property: 'data',
		offsetStartingValue: 1,
		limitParameter: 'limit',
		limit: 110,
		options: ONE_BY_ONE,
	},
	'next-token': {
		authentication: 'pagedHttpApi',
		source: 'fields',
		url: '/sample/tokens?records=30',
		schemeType: 'nextToken',
		property: 'items',
		cursorParameter: 'pageToken',
		limitParameter: 'pageSize',
		limitValue: 20,
		cursorPath: 'nextPageToken',
		returnAll: true,
		options: { tokenFormat: 'encoded' },
	},
	'next-url': {
		...FIELDS,
		url: '/sample/urls?records=30',
		schemeType: 'nextToken',
		method: 'POST',
		tokenType: 'url',
		property: 'items',
		limitParameter: 'size',
		limitValue: 20,
		cursorPath: 'links.next',
		returnAll: true,
		options: {
			allowedHosts: 'eu.example.com',
			keepParameters: 'records',
			parametersIn: 'query',
		},
	},
	'graphql-connection': {
		...FIELDS,
		url: '/sample/graphql?records=300',
		schemeType: 'graphqlConnections',
		query: QUERY,
		variables: '{"country": "DE"}',
		property: 'data.vendors.nodes',
		limitParameter: 'first',
		pageInfo: 'data.vendors.pageInfo',
		returnAll: true,
	},
	'dataset-resumed': {
		...PUBLIC,
		source: 'dataset',
		dataset: JSON.stringify({
			url: '/sample/tokens?records=30',
			method: 'GET',
			property: 'items',
			pagingScheme: {
				type: 'nextToken',
				tokenType: 'token',
				request: { tokenParameter: 'pageToken', limitParameter: 'pageSize', limitValue: 10 },
				response: { nextToken: 'nextPageToken' },
				pageUntil: 'noNextToken',
			},
		}),
		returnAll: true,
		options: { resume: '={{ $json.resume }}' },
	},
	'to-a-file': {
		url: `${ADDRESS}/sample/pages?records=120`,
		output: 'file',
		fileFormat: 'csv',
		returnAll: true,
		options: {
			csvColumns: 'name, country',
			forSpreadsheets: true,
			fileName: 'vendors.csv',
			maxFileSize: 1,
		},
	},
	'to-a-file-defaults': { url: `${ADDRESS}/sample/pages?records=120`, output: 'file' },
	'to-batches': {
		url: `${ADDRESS}/sample/tokens?records=30`,
		output: 'batches',
		workflowId: { __rl: true, mode: 'id', value: BATCHES_WORKFLOW },
		returnAll: true,
		options: { batchSize: 20, resumeField: 'resume' },
	},
};

/** Records of a page of a design, so that a few records are several pages. */
const PAGE_SIZE = 5;

/** The form as it is filled in for a design. */
function ofDesign({ design, reading, authentication, address }: SavedDesign): IDataObject {
	const { form, options } = parametersOf(datasetOf(design, reading, PAGE_SIZE));
	return {
		authentication,
		...(authentication === 'none' && { baseUrl: address }),
		...(form as IDataObject),
		returnAll: true,
		options: { ...ONE_BY_ONE, ...(options as IDataObject) },
	};
}

/** A list without pages. */
const CHANGES = {
	authentication: 'grcOAuth2Api',
	source: 'dataset',
	dataset: JSON.stringify({ url: '/v1/scopes?status=active', method: 'GET', property: '' }),
	recordKey: { __rl: true, mode: 'list', value: 'id', cachedResultName: 'id' },
};

const CHANGED_AT = {
	...ofDesign(CHANGING),
	recordKey: 'id',
	findChangesBy: 'changedAt',
	changedAtPath: 'updatedAt',
	changedAtParameter: 'updatedSince',
};

const CHANGED_AT_OPTIONS = {
	...ONE_BY_ONE,
	changedAtValue: 'ge {changedAt}',
	createdAtPath: 'createdAt',
	overlap: 30,
};

/** Ids of the credentials of workflows that read the reference service. */
const CREDENTIAL_OF: Record<string, string> = { grcOAuth2Api: 'grc', pagedHttpApi: 'key' };

/** @param credential id of the credential */
function node(parameters: IDataObject, credential?: string): Step {
	const authentication = String(parameters['authentication'] ?? 'none');
	const id = credential ?? CREDENTIAL_OF[authentication];
	return {
		type: 'pagedHttp',
		parameters,
		...(authentication !== 'none' && id && { credentials: credentialFor(authentication, id) }),
	};
}

const WORK: Step = { type: 'n8n-nodes-base.noOp', name: 'Work' };
const confirm = (more: IDataObject = {}): Step => ({
	...node({ operation: 'confirm', ...more }),
	name: 'Confirm',
});
const forget: Step = { ...node({ operation: 'forget' }), name: 'Forget' };

/** @returns the workflows with Paged HTTP and its trigger */
export function pagedHttpWorkflows(engine: Engine): WorkflowFile[] {
	// The field of the item is for the workflow that resumes.
	const byHand = (name: string, ...steps: Step[]) =>
		startedByHand(engine, `paged-http-read-${name}`, [{ resume: null }], ...steps);
	const trigger = (name: string, parameters: IDataObject) =>
		chain(engine, name, { ...node(parameters), type: 'pagedHttpTrigger' }, WORK);
	const changes = node({ ...CHANGES, readMode: 'changes' });
	const done = node({
		...CHANGES,
		...{
			readMode: 'changes',
			countAsDone: 'immediately',
			options: { maxRemoved: 100, watchFields: ['description'] },
		},
	});
	return [
		...Object.entries(READS).map(([name, parameters]) => byHand(name, node(parameters))),
		...SAVED_DESIGNS.map((design) => byHand(design.slug, node(ofDesign(design), design.slug))),
		byHand('changes', changes, WORK, confirm()),
		byHand(
			'changes-of-one-node',
			changes,
			WORK,
			confirm({ readNode: 'Paged HTTP', recordsToConfirm: 'all' }),
		),
		byHand(
			'changes-by-time',
			node({
				...CHANGED_AT,
				readMode: 'changes',
				countAsDone: 'immediately',
				options: { ...CHANGED_AT_OPTIONS, changeField: 'change' },
			}),
		),
		byHand('changes-forgotten', done, forget),
		trigger('paged-http-trigger', {
			...CHANGES,
			options: { maxRemoved: 100, watchFields: ['description'] },
		}),
		trigger('paged-http-trigger-automatic', {
			url: `${ADDRESS}/sample/pages?records=120`,
			recordKey: 'id',
			options: { onFirstPoll: 'return' },
		}),
		trigger('paged-http-trigger-by-time', {
			...CHANGED_AT,
			events: ['created'],
			options: { ...CHANGED_AT_OPTIONS, changeField: 'what', onFirstPoll: 'return' },
		}),
	];
}
