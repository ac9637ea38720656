import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { Engine } from '../../sandbox/engine/engine';

let description: INodeTypeDescription;

beforeAll(async () => {
	const engine = await Engine.load();
	({ description } = engine.packages.getByNameAndVersion('n8n-nodes-grc-tprm.pagedHttp'));
});

/** Always there, whatever is chosen. */
const ALWAYS = [
	'operation',
	'authentication',
	'source',
	'readMode',
	'output',
	'returnAll',
	'options',
];
const FORM = ['url', 'schemeType', 'property'];

/** What people choose who know how their API pages. */
const CHOSEN = { authentication: 'grcOAuth2Api', source: 'fields' };

function shown(parameters: INodeParameters): string[] {
	const node = { typeVersion: 1 } as INode;
	const all = NodeHelpers.getNodeParameters(
		description.properties,
		{ returnAll: true, ...parameters },
		true,
		false,
		node,
		description,
	);
	return description.properties
		.filter((property) => NodeHelpers.displayParameter(all ?? {}, property, node, description))
		.map(({ name }) => name)
		.filter((name) => !ALWAYS.includes(name))
		.sort();
}

describe('the form shows only what the scheme and the stop condition use', () => {
	const numbered = ['method', 'pageUntil', 'limitParameter'];
	const page = [...numbered, 'pageParameter', 'pageStartingValue'];
	const offset = [...numbered, 'offsetParameter', 'offsetStartingValue', 'limitValue'];
	const next = ['method', 'pageUntil', 'limitParameter', 'tokenType', 'cursorPath'];
	const graphql = ['query', 'variables', 'pageUntil', 'limitParameter', 'pageInfo'];

	it.each<[INodeParameters, string[]]>([
		[{}, page],
		[{ limitParameter: 'size' }, [...page, 'limitValue']],
		[{ pageUntil: 'reachTotalCount' }, [...page, 'limitValue', 'totalCount']],
		[{ pageUntil: 'lastPage', limitParameter: 'size' }, [...page, 'lastPage', 'limitValue']],
		[{ method: 'POST' }, [...page, 'body']],
		[{ schemeType: 'offsetAndLimit' }, offset],
		[{ schemeType: 'nextToken', pageUntil: 'noNextToken' }, [...next, 'cursorParameter']],
		[{ schemeType: 'nextToken', pageUntil: 'noNextToken', tokenType: 'url' }, next],
		[
			{ schemeType: 'nextToken', pageUntil: 'noDataLeft', tokenType: 'url', limitParameter: 'n' },
			[...next, 'limitValue'],
		],
		[{ schemeType: 'graphqlConnections', pageUntil: 'noNextPage' }, graphql],
	])('%j', (parameters, fields) => {
		expect(shown({ ...CHOSEN, ...parameters })).toEqual([...FORM, ...fields].sort());
	});

	it.each<[INodeParameters, string[]]>([
		[{ operation: 'confirm' }, ['confirmNotice', 'readNode', 'recordsToConfirm']],
		[{ ...CHOSEN, source: 'dataset', output: 'batches' }, ['dataset', 'workflowId']],
		[
			{ ...CHOSEN, source: 'dataset', readMode: 'changes' },
			['countAsDone', 'dataset', 'findChangesBy', 'recordKey'],
		],
		[
			{ ...CHOSEN, source: 'dataset', readMode: 'changes', output: 'batches' },
			['dataset', 'findChangesBy', 'recordKey', 'workflowId'],
		],
	])('%j shows only what it uses', (parameters, fields) => {
		expect(shown(parameters)).toEqual(fields);
	});

	it('a dataset takes the place of all of it', () => {
		expect(shown({ ...CHOSEN, source: 'dataset' })).toEqual(['dataset']);
	});

	it('a new node needs a URL, and shows at most eight fields and Options', () => {
		expect(shown({})).toEqual(['url']);
		const alwaysAndLimit = [...ALWAYS, 'limit'];
		expect(alwaysAndLimit.length + shown({}).length).toBeLessThanOrEqual(8 + 1);
	});

	it.each([
		['none', 'fields', true],
		['none', 'dataset', true],
		['none', 'automatic', false],
		['grcOAuth2Api', 'fields', false],
		['grcOAuth2Api', 'dataset', false],
	])('%s and %s: Base URL is shown: %p', (authentication, source, isShown) => {
		expect(shown({ authentication, source }).includes('baseUrl')).toBe(isShown);
	});
});

it('Add Option offers at most twelve entries, and those in groups only there', () => {
	const { options = [] } = description.properties.find(({ name }) => name === 'options') ?? {};
	const entries = options.flatMap((option) => ('type' in option ? [option] : []));
	const offered = (saved: INodeParameters) =>
		entries
			.filter((entry) =>
				NodeHelpers.displayParameter(saved, entry, null, description, {
					...{ authentication: 'none', output: 'file', fileFormat: 'csv', source: 'fields' },
					...{ readMode: 'changes', findChangesBy: 'content' },
				}),
			)
			.map(({ name }) => name);
	expect(offered({}).length).toBeLessThanOrEqual(12);
	expect(offered({})).not.toContain('prefetch');
	expect(offered({ prefetch: 4 })).toContain('prefetch');
});

it('is a tool for agents and has two named outputs', () => {
	expect(description).toMatchObject({ usableAsTool: true, outputNames: ['Items', 'Summary'] });
	expect(description.outputs).toHaveLength(2);
});
