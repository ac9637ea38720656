import { Harness } from '../../sandbox/engine/harness';
import type { AnswerShape } from '../../sandbox/service/answerShapes';
import { SCOPE_FIELDS } from '../../sandbox/service/answerShapes';
import { actionsOf, scopesOf, syncScopes, writesTo } from '../helpers/scopeSync';

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start({ scopes: [] });
});
afterEach(async () => await harness.stop());

/** @returns the new scope, in another status than active where one is given */
function addScope(name: string, parentId?: string, status = 'active') {
	const scope = harness.service.organization.createScope({ name, owner: 'u', parentId });
	scope.status = status;
	return scope;
}

const ARCHIVE = { options: { archiveUnnamed: true } };

describe.each<[string, AnswerShape]>([
	['an array', { wrap: 'array', fields: SCOPE_FIELDS }],
	['an object', { wrap: 'member', fields: SCOPE_FIELDS }],
	['an object with another name', { wrap: 'data', fields: SCOPE_FIELDS }],
])('a list of scopes without a status, as %s', (_, scopes) => {
	beforeEach(() => {
		harness.service.answerShapes = { scopes };
	});

	it('archives a scope once, not in every run', async () => {
		addScope('Old');
		const rows = [{ path: 'New', owner: 'u' }];
		expect(actionsOf(await syncScopes(harness, rows, ARCHIVE))).toEqual([
			'created New',
			'archived Old',
		]);
		harness.service.log.clear();
		expect(actionsOf(await syncScopes(harness, rows, ARCHIVE))).toEqual(['unchanged New']);
		expect(writesTo(harness)).toEqual([]);
	});

	it('reactivates an archived parent before it creates a scope below it', async () => {
		const old = addScope('EMEA');
		old.status = 'archived';
		const result = await syncScopes(harness, [{ path: 'EMEA / Berlin', owner: 'u' }]);
		expect(result.error).toBeUndefined();
		expect(actionsOf(result)).toEqual(['updated EMEA', 'created EMEA / Berlin']);
		expect(scopesOf(harness)).toEqual(['active EMEA (u)', 'active EMEA / Berlin (u)']);
	});
});

it('reads the tree only when a status is missing', async () => {
	addScope('A');
	await syncScopes(harness, [{ path: 'A' }]);
	expect(harness.service.log.count('POST', '/v1/scopes/tree')).toBe(0);
	harness.service.answerShapes = { scopes: { fields: SCOPE_FIELDS } };
	await syncScopes(harness, [{ path: 'A' }]);
	expect(harness.service.log.count('POST', '/v1/scopes/tree')).toBe(1);
});

it('writes nothing when neither the list nor the tree shows which scopes are active', async () => {
	addScope('Old', undefined, 'archived');
	harness.service.answerShapes = {
		scopes: { fields: SCOPE_FIELDS },
		scopeTree: { fields: ['name', 'pathNames'] },
	};
	addScope('Other');
	const result = await syncScopes(harness, [{ path: 'New', owner: 'u' }], ARCHIVE);
	expect(result.error?.message).toBe('The service does not show which scopes are active');
	expect(result.error?.description).toContain('Nothing was written.');
	expect(writesTo(harness)).toEqual([]);
});

it('does not take a draft for an active scope', async () => {
	addScope('Draft', undefined, 'draft');
	addScope('Unnamed', undefined, 'draft');
	const rows = [{ path: 'Draft / Berlin', owner: 'u' }];
	await syncScopes(harness, rows, ARCHIVE);
	expect(scopesOf(harness)).toEqual([
		'active Draft (u)',
		'active Draft / Berlin (u)',
		'draft Unnamed (u)',
	]);
});

it('takes a status in any letter case', async () => {
	addScope('A', undefined, 'ACTIVE');
	addScope('B', undefined, 'Archived');
	const result = await syncScopes(harness, [{ path: 'A' }], ARCHIVE);
	expect(actionsOf(result)).toEqual(['unchanged A']);
});

it('continues in the next run when the service returns no ID for a new scope', async () => {
	harness.service.answerShapes = { scopeCreated: { fields: ['name'] } };
	const rows = [
		{ path: 'A', owner: 'u' },
		{ path: 'A / B', owner: 'u' },
	];
	const settings = { onError: 'continueRegularOutput' };
	expect(actionsOf(await syncScopes(harness, rows, {}, settings))).toEqual([
		'The service created "A" but returned no ID',
		'Skipped "A / B": its parent could not be created',
	]);
	harness.service.answerShapes = {};
	expect(actionsOf(await syncScopes(harness, rows))).toEqual(['unchanged A', 'created A / B']);
});
