import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import {
	graphql,
	nextToken,
	pageBased,
	pagedHttp,
	type PagedRun,
	QUERY,
	runPaged,
} from '../helpers/pagedHttp';

/** What a user reads names what that user filled in: labels of the form, or fields of the dataset. */
let harness: Harness;

beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => await harness.stop());

/** Everything of a run that is there to be read, and not what the server sent. */
function read({ result, summaries }: PagedRun): string {
	const error = result.error as { message?: string; description?: string } | undefined;
	const shown = summaries.flatMap(({ warnings, error }) => {
		const { message, description } = (error ?? {}) as IDataObject;
		return [...((warnings ?? []) as string[]), message, description];
	});
	const hints = result.hints(NODE).map(({ message }) => message);
	return [error?.message, error?.description, ...shown, ...hints].filter(Boolean).join('\n');
}

const NAMES =
	/\b(pagingScheme|dataset|property|method|totalCount|limitValue|nextToken|prefetch|maxPages|pageUntil|noDataLeft|tokenType|body\.\w+|response\.\w+|request\.\w+|url is|into url)\b/;

const numbered = { schemeType: 'pageBased', limitParameter: 'pageSize' };
const counted = { ...numbered, pageUntil: 'reachTotalCount' };
const tokens = { schemeType: 'nextToken', cursorParameter: 'token' };
const connection = { schemeType: 'graphqlConnections', query: QUERY, limitParameter: 'first' };
const SMALL = '/sample/pages?records=150';
const broken = (kind: string) => `/sample/broken/${kind}`;
const RESUME = { version: 1, dataset: 'other', position: 2, skip: 0, pages: 1, items: 100 };

interface Case {
	dataset: IDataObject;
	/** The same in the form; its URL and Records Path are those of the dataset. */
	form: IDataObject;
	options?: IDataObject;
	more?: IDataObject;
	says: { dataset: string[]; form: string[] };
}

const SENT_NO_BASE = ' is the relative path /sample/pages?records=150, but no base URL is set';

const cases: Record<string, Case> = {
	'Records Path leads to an object': {
		dataset: pageBased(broken('object-property')),
		form: numbered,
		says: {
			dataset: [
				'property "items" contains an object on page 1, not an array of records',
				'property must be the path of the array of records itself.',
			],
			form: [
				'Records Path "items" contains an object on page 1, not an array of records',
				'Records Path must be the path of the array of records itself.',
			],
		},
	},
	'the answer is no list': {
		dataset: pageBased(SMALL, undefined, {}, { property: '' }),
		form: numbered,
		says: {
			dataset: ['The body contains an object on page 1', 'property must be the path'],
			form: ['The body contains an object on page 1', 'Records Path must be the path'],
		},
	},
	'Records Path leads to nothing': {
		dataset: pageBased(broken('no-property')),
		form: numbered,
		says: {
			dataset: ['property "items" was not found on page 1; reading stopped there.'],
			form: ['Records Path "items" was not found on page 1; reading stopped there.'],
		},
	},
	'the total is no number': {
		dataset: pageBased(broken('total-text'), 'total'),
		form: { ...counted, totalCount: 'total' },
		says: {
			dataset: ['pagingScheme.response.totalCount "total" contains text, "abc"'],
			form: ['Total Path "total" contains text, "abc"'],
		},
	},
	'fewer records than the total': {
		dataset: pageBased(broken('total-numeric-text'), 'total', { limitValue: 200 }),
		form: { ...counted, totalCount: 'total', limitValue: 200 },
		says: {
			dataset: ['more than 100 records: set pagingScheme.request.limitValue to 100.'],
			form: ['more than 100 records: set Page Size to 100.'],
		},
	},
	'the token is none': {
		dataset: nextToken(broken('token-loop'), 'token', 'items', { tokenParameter: 'token' }),
		form: { ...tokens, cursorPath: 'items' },
		says: {
			dataset: [
				'pagingScheme.response.nextToken "items" contains an array',
				'Set pagingScheme.response.nextToken to the path',
			],
			form: ['Next Path "items" contains an array', 'Set Next Path to the path'],
		},
	},
	'the next URL leads away': {
		dataset: nextToken(broken('url-elsewhere'), 'url', 'next'),
		form: { ...tokens, tokenType: 'url', cursorPath: 'next' },
		says: {
			dataset: ['pagingScheme.response.nextToken "next" contains "https://elsewhere'],
			form: ['Next Path "next" contains "https://elsewhere'],
		},
	},
	'the next URL is relative to something else': {
		dataset: nextToken(`${broken('url-other-path')}?page=1`, 'url', 'next'),
		form: { ...tokens, tokenType: 'url', cursorPath: 'next' },
		says: {
			dataset: [
				'pagingScheme.response.nextToken "next" contains relative URLs',
				'set pagingScheme.response.nextBase to its path in the response.',
			],
			form: [
				'Next Path "next" contains relative URLs',
				'set Next URL Base Path to its path in the response.',
			],
		},
	},
	'Page Info Path leads to a list': {
		dataset: graphql('/sample/graphql', { response: { pageInfo: 'data.vendors.nodes' } }),
		form: { ...connection, pageInfo: 'data.vendors.nodes' },
		says: {
			dataset: [
				'pagingScheme.response.pageInfo "data.vendors.nodes" contains an array',
				'Set pagingScheme.response.pageInfo to the path',
			],
			form: [
				'Page Info Path "data.vendors.nodes" contains an array',
				'Set Page Info Path to the path',
			],
		},
	},
	'Page Info Path leads to nothing': {
		dataset: graphql('/sample/graphql', { response: { pageInfo: 'data.none' } }),
		form: { ...connection, pageInfo: 'data.none' },
		says: {
			dataset: ['pagingScheme.response.pageInfo "data.none" was not found on page 1'],
			form: ['Page Info Path "data.none" was not found on page 1'],
		},
	},
	'Variables that paging fills in': {
		dataset: graphql('/sample/graphql', {}, { body: { query: QUERY, variables: { after: 'x' } } }),
		form: {
			...connection,
			variables: '{ "after": "x" }',
			pageInfo: 'data.vendors.pageInfo',
		},
		says: {
			dataset: ['body.variables contains after, which is ignored'],
			form: ['Variables contains after, which is ignored'],
		},
	},
	'the resume point of something else': {
		dataset: pageBased(SMALL),
		form: numbered,
		options: { resume: JSON.stringify(RESUME) },
		says: {
			dataset: ['The resume point belongs to another request', 'clear Resume'],
			form: ['The resume point belongs to another request', 'clear Resume'],
		},
	},
	'prefetch with tokens': {
		dataset: nextToken(broken('token-null'), 'token', 'next', { tokenParameter: 'token' }),
		form: { ...tokens, cursorPath: 'next' },
		options: { prefetch: 4 },
		says: { dataset: ['prefetch has no effect here'], form: ['Prefetch has no effect here'] },
	},
	'Max Pages': {
		dataset: pageBased(SMALL),
		form: numbered,
		options: { maxPages: 0 },
		says: { dataset: ['Max Pages must be'], form: ['Max Pages must be'] },
	},
	'no base URL': {
		dataset: pageBased(SMALL),
		form: numbered,
		more: { baseUrl: '' },
		says: { dataset: [`url${SENT_NO_BASE}`], form: [`URL${SENT_NO_BASE}`] },
	},
	'no Total Path': {
		dataset: pageBased(SMALL, ''),
		form: { ...counted, totalCount: '={{ "" }}' },
		says: {
			dataset: [
				'pagingScheme.response.totalCount is missing',
				'set pagingScheme.pageUntil to noDataLeft',
			],
			form: ['Total Path is missing', 'set Stop When to No Data Left.'],
		},
	},
};

describe.each(Object.entries(cases))('%s', (_name, { dataset, form, options, more, says }) => {
	it.each(['fail', 'keep'])('in the words of the dataset, with On Error: %s', async (onError) => {
		const node = pagedHttp(dataset, { ...options, onError }, more);
		const text = read(await runPaged(harness, node));
		for (const part of says.dataset) expect(text).toContain(part);
	});

	it.each(['fail', 'keep'])('in the words of the form, with On Error: %s', async (onError) => {
		const parameters = {
			source: 'fields',
			returnAll: true,
			url: String(dataset.url),
			property: String(dataset.property),
			...form,
			options: { ...options, onError },
			...more,
		};
		const text = read(await runPaged(harness, { type: 'pagedHttp', parameters }));
		for (const part of says.form) expect(text).toContain(part);
		expect(text).not.toMatch(NAMES);
	});
});

it('fields that a pasted dataset should not have keep their names', async () => {
	const dataset = { ...pageBased(SMALL), prefetch: 4 };
	const { summary } = await runPaged(harness, pagedHttp(dataset));
	expect(summary.warnings).toEqual(['prefetch is not a paging field; it is ignored.']);
});

it('what the server says stays as it is', async () => {
	const fault = { kind: 'status', status: 400 } as const;
	const said = async (node: Parameters<typeof runPaged>[1]) => {
		harness.service.faults.add({ fault, path: /sample/ });
		const [message = ''] = read(await runPaged(harness, node)).split('\n');
		return message;
	};
	const parameters = {
		source: 'fields',
		returnAll: true,
		url: SMALL,
		property: 'items',
		...numbered,
	};
	const inForm = await said({ type: 'pagedHttp', parameters });
	expect(inForm).toBe(await said(pagedHttp(pageBased(SMALL))));
	expect(inForm).toContain('The service was told to answer 400');
});
