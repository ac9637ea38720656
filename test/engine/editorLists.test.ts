import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { harnessForEach } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import type { PolledList } from '../helpers/polledList';
import { readsList, startList } from '../helpers/polledList';

const SCOPES = '/v1/scopes';

const harness = harnessForEach();

beforeEach(() => {
	const { scopes } = harness.service.organization;
	const [scope] = scopes.values();
	if (!scope) throw new Error('no scopes');
	for (let index = 0; index < 1000; index++) {
		const [id, name] = [`scope-${index}`, `Scope ${index}`];
		scopes.set(id, { ...scope, id, name, pathIds: [id], pathNames: [name], parentId: null });
	}
});

const search = async (filter?: string, page?: string) =>
	await harness.listSearch('scope', 'searchScopes', filter, page);
const reads = () => harness.service.log.count('GET', SCOPES);

async function allPages(method: [type: string, list: string], filter?: string) {
	const names: string[] = [];
	let page: string | undefined;
	do {
		const list = await harness.listSearch(...method, filter, page);
		names.push(...list.results.map(({ name }) => name));
		page = list.paginationToken;
	} while (page !== undefined);
	return names;
}

describe('a long list in the editor', () => {
	it('has every entry once, however many pages are scrolled', async () => {
		const names = await allPages(['scope', 'searchScopes']);
		expect(new Set(names).size).toBe(harness.service.organization.scopes.size);
		expect(names).toHaveLength(harness.service.organization.scopes.size);
	});

	it('is read anew when it is opened again', async () => {
		await search();
		const { scopes } = harness.service.organization;
		const [scope] = scopes.values();
		if (!scope) throw new Error('no scopes');
		scopes.set('new', { ...scope, id: 'new', name: 'A new one', pathNames: ['A new one'] });
		const names = (await search()).results.map(({ name }) => name);
		expect(names).toContain('A new one');
		expect(reads()).toBe(2);
	});
});

describe('the lists of fields of New and Changed', () => {
	const listeners = new Listeners();
	let list: PolledList;
	beforeEach(async () => (list = await startList(listeners)));
	afterEach(() => listeners.close());

	const keys = async (type: string, parameters: IDataObject, filter?: string) => {
		const found = await harness.listSearch(type, 'getRecordKeys', filter, undefined, parameters);
		return found.results.map(({ value }) => value);
	};

	it.each(['pagedHttp', 'pagedHttpTrigger'])('of %s are those of page one', async (type) => {
		const parameters = readsList(list, { recordKey: '', readMode: 'changes' });
		// The last one of the page has a field that the other one has not.
		list.records = list.records.map((one, at) => ({
			...{ ...one, owner: { id: one.id }, kind: 'x' },
			...(at === 1 && { note: 'Only here' }),
		}));
		expect(await keys(type, parameters)).toEqual(['id', 'name', 'owner.id']);
		expect(await keys(type, parameters, 'own')).toEqual(['owner.id']);
		const fields = await harness.loadOptions(type, 'getFields', parameters);
		expect(fields.map(({ value }) => value)).toEqual(expect.arrayContaining(['kind', 'note']));
		expect(new Set(list.asked)).toEqual(new Set(['/items?page=1']));
	});

	it('are found with the URL alone', async () => {
		const parameters = readsList(list, { source: 'automatic', recordKey: '' });
		expect(await keys('pagedHttp', parameters)).toContain('id');
	});

	it('say why they are empty when the API cannot be read', async () => {
		list.beforeAnswer = () => 403;
		await expect(keys('pagedHttp', readsList(list))).rejects.toThrow('Not now');
	});
});

/** @returns fields of a form with those inside them */
function withMembers(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		const members = (field.options ?? []).flatMap((option) =>
			'values' in option ? option.values : 'displayName' in option ? [option] : [],
		);
		return [field, ...withMembers(members)];
	});
}

it('a list from which an expression can choose otherwise than by its entries marks nothing red', () => {
	const { nodes } = harness.engine.packages.project.types;
	const lists = nodes
		.flatMap(({ name, properties }) =>
			withMembers(properties).map((field) => ({ node: name, ...field })),
		)
		.filter(({ type }) => type === 'options' || type === 'multiOptions')
		.filter(({ typeOptions, noDataExpression }) => {
			return typeOptions?.loadOptionsMethod !== undefined && noDataExpression !== true;
		});
	expect(lists.map(({ node, name }) => `${node}.${name}`)).toEqual(
		expect.arrayContaining(['scopeAssignment.scopeIds', 'pagedHttp.watchFields']),
	);
	// n8n's editor compares what an expression returns with the entries, unless this is set.
	expect(lists.filter((field) => field.allowArbitraryValues !== true)).toEqual([]);
});
