import { Harness } from '../../sandbox/engine/harness';
import { stableId } from '../../sandbox/service/stableId';
import { actionsOf, scopesOf, syncScopes, writesTo } from '../helpers/scopeSync';

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start({ scopes: [] });
});
afterEach(async () => await harness.stop());

describe('the owner of a new level that no row names', () => {
	it('is that of the first row below it, however deep', async () => {
		await syncScopes(harness, [
			{ path: 'EMEA / Germany / Berlin', owner: 'u1' },
			{ path: 'EMEA / France', owner: 'u2' },
		]);
		expect(scopesOf(harness)).toEqual([
			'active EMEA (u1)',
			'active EMEA / France (u2)',
			'active EMEA / Germany (u1)',
			'active EMEA / Germany / Berlin (u1)',
		]);
	});

	it('is not that of a row that is not synced', async () => {
		const rows = [
			{ path: 'EMEA / Germany / Berlin' },
			{ path: 'EMEA / France', owner: 'u2' },
			{ path: 'EMEA / Spain', owner: 'u3' },
			{ path: 'EMEA / Spain', owner: 'u4' },
		];
		const result = await syncScopes(harness, rows, {}, { onError: 'continueRegularOutput' });
		expect(actionsOf(result)).toEqual([
			'Owner is required to create "EMEA / Germany"',
			'created EMEA',
			'created EMEA / France',
			expect.stringContaining('appears more than once'),
			expect.stringContaining('appears more than once'),
		]);
		expect(scopesOf(harness)).toEqual(['active EMEA (u2)', 'active EMEA / France (u2)']);
	});
});

it('UUIDs are the same in either letter case', async () => {
	const parent = harness.service.organization.createScope({ name: 'A', owner: 'u' });
	const child = harness.service.organization.createScope({
		name: 'B',
		owner: 'u',
		parentId: parent.id,
	});
	child.parentId = parent.id.toUpperCase();
	child.pathIds = [parent.id.toUpperCase(), child.id.toUpperCase()];
	// The same scope, listed a second time.
	harness.service.organization.scopes.set(stableId('again'), {
		...child,
		id: child.id.toUpperCase(),
	});
	const options = { archiveUnnamed: true };
	const result = await syncScopes(harness, [{ path: 'A / B' }], { options });
	expect(actionsOf(result)).toEqual(['unchanged A / B']);
	expect(writesTo(harness)).toEqual([]);
});
