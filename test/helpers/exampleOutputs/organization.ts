import type { IDataObject } from 'n8n-workflow';

import type { Expectations } from './expectation';
import { column, rows } from './expectation';

/** The examples with scopes and controls. */
export const organization: Expectations = {
	'assign-a-framework-to-regions.json': {
		check: (json) => {
			const regions = column(json('Regions'), 'name');
			expect(regions).toEqual(expect.arrayContaining(['EMEA', 'North America', 'Asia Pacific']));
			const controls = json('Framework controls');
			expect(controls).toHaveLength(40);
			const done = json('Assign');
			expect(rows(done, 'action', 'controlIdentifier', 'warning')).toEqual(
				controls.map(({ controlIdentifier, status }) => [
					'assigned',
					controlIdentifier,
					status === 'retired' ? 'The status of this control is "retired".' : '',
				]),
			);
			for (const { added, removed, assignments } of done) {
				expect(column(added as IDataObject[], 'path')).toEqual(regions);
				expect(removed).toEqual([]);
				expect(column(assignments as IDataObject[], 'scopeName')).toEqual(regions);
			}
		},
	},
	'control-changed-owner.json': {
		check: (json, service) => {
			expect(json('Read controls')).toHaveLength(service.organization.controls.size);
			expect(json('Send mail')).toEqual([]);
		},
	},
	'reorganize.json': {
		check: (json, service) => {
			const ownedBy = (owner: string) =>
				[
					'EMEA / Retail / Lyon / Operations',
					'EMEA / Digital / Lyon / Technology',
					'North America / Wholesale / Porto / Technology',
					'Latin America / Retail / Lyon / Operations',
					'Latin America / Digital / Lyon / Technology',
					'Asia Pacific / Wholesale / Porto / Technology',
					'Group Functions / Retail / Lyon / Operations',
					'Group Functions / Digital / Lyon / Technology',
				].map((scope) => [scope, owner, 'active']);
			expectActive(json('Active scopes'));
			expectActive(json('Scope tree'));
			const seen = (item: IDataObject) => [path(item), item['owner'], item['status']];
			expect(json('Owned by user-7').map(seen)).toEqual(ownedBy('user-7'));
			expect(json('Change owner to user-30').map(seen)).toEqual(ownedBy('user-30'));
			expect(json('Archive site').map(seen)).toEqual([
				['EMEA / Finance / Lyon', 'user-15', 'archived'],
			]);
			const active = service.organization.listScopes('active');
			expect(active.filter(({ owner }) => owner === 'user-7')).toEqual([]);
		},
	},
	'sync-an-hr-export.json': {
		check: (json, service) => {
			expect(rows(json('Mapped'), 'owner', 'parent', 'scope_id')).toEqual([
				['user-1', '', ''],
				['user-35', '100', ''],
				['user-31', '', ''],
				['user-32', '700', ''],
				['user-32', '710', ''],
			]);
			// Other examples may have changed these scopes before.
			const done = json('Sync');
			expect(done.map(path)).toEqual([
				'EMEA',
				'EMEA / Retail',
				'Ventures',
				'Ventures / Mobility',
				'Ventures / Mobility / Rotterdam',
			]);
			expect(column(json('Dry run'), 'action')).not.toContain('error');
			const { scopes } = service.organization;
			for (const { id } of done) expect(scopes.has(String(id))).toBe(true);
			expect(rows(json('Keep the IDs'), 'row_key', 'scope_id')).toEqual(rows(done, 'rowKey', 'id'));
		},
		checkAgain: (json) => {
			expect(column(json('Sync'), 'action')).toEqual(Array(5).fill('unchanged'));
			expect(column(json('Mapped'), 'scope_id')).toEqual(column(json('Sync'), 'id'));
		},
	},
	'sync-the-org-chart.json': {
		check: (json) => {
			const isNew = 'new in the input';
			const plan = [
				['EMEA', 'unchanged', 'already up to date', 'user-1', 'EMEA in the sample organization'],
				[
					'EMEA / Retail',
					'updated',
					'owner changed, was "user-2"; description changed, was "EMEA, Retail in the sample organization"',
					'user-35',
					'Stores and online',
				],
				['Ventures', 'created', isNew, 'user-31', 'Companies we have a share in'],
				['Ventures / Mobility', 'created', isNew, 'user-32', 'Fleet and charging'],
				['Ventures / Mobility / Rotterdam', 'created', isNew, 'user-33', 'Charging hub'],
				['Ventures / Energy', 'created', isNew, 'user-34', 'Wind and sun'],
				['Ventures / Energy / Aarhus', 'created', isNew, 'user-34', 'Wind farm service'],
			];
			const all = (node: string) =>
				rows(json(node), 'path', 'action', 'why', 'owner', 'description');
			expect(all('Sync')).toEqual(plan);
			expect(all('Dry run')).toEqual(plan);
			// What is only planned has no id yet.
			const planned = json('Dry run').filter(({ action }) => action === 'created');
			expect(column(planned, 'id')).toEqual([null, null, null, null, null]);
			expect(json('Sync').map(path)).toEqual(plan.map(([scope]) => scope));
		},
		checkAgain: (json) => {
			for (const node of ['Dry run', 'Sync']) {
				expect(rows(json(node), 'path', 'action')).toEqual([
					['EMEA', 'unchanged'],
					['EMEA / Retail', 'unchanged'],
					['Ventures', 'unchanged'],
					['Ventures / Mobility', 'unchanged'],
					['Ventures / Mobility / Rotterdam', 'unchanged'],
					['Ventures / Energy', 'unchanged'],
					['Ventures / Energy / Aarhus', 'unchanged'],
				]);
			}
		},
	},
	'statement-of-applicability.json': {
		check: (json) => {
			const done = json('Assign');
			expect(rows(done, 'controlIdentifier', 'action')).toEqual([
				['AC-01', 'assigned'],
				['AT-01', 'assigned'],
				['AU-01', 'unchanged'],
			]);
			// Other examples may have assigned them before.
			const scopesOf = ({ changes }: IDataObject) => {
				const { scopes } = changes as { scopes?: { current: IDataObject[] } };
				return column(scopes?.current ?? [], 'path');
			};
			expect(done.map(scopesOf)).toEqual([
				expect.arrayContaining(['EMEA', 'North America']),
				expect.arrayContaining(['EMEA', 'Asia Pacific']),
				[],
			]);
			const lines = json('Line').map(({ line }) => JSON.parse(String(line)) as IDataObject);
			expect(lines[0]).toMatchObject({ askedOf: 'control-owner@example.com' });
		},
		checkAgain: (json) => {
			expect(json('Dry run').map(({ action }) => action)).toEqual(Array(3).fill('unchanged'));
			expect(json('Ask for approval')).toEqual([]);
		},
	},
	'sync-with-an-approval.json': {
		check: (json, service) => {
			// Other examples may have changed other scopes before.
			expect(rows(json('Sync'), 'path', 'action')).toEqual(
				expect.arrayContaining([
					['EMEA / Logistics', 'updated'],
					['EMEA / Logistics / Antwerp', 'created'],
				]),
			);
			const milan = 'Latin America / Finance / Milan';
			const archived = json('Sync').filter(({ action }) => action === 'archived');
			expect(column(archived, 'path')).toEqual(
				expect.arrayContaining([milan, `${milan} / Operations`, `${milan} / Technology`]),
			);
			const active = service.organization.listScopes('active').map(path);
			expect(active.sort()).toEqual(column(json('Org chart'), 'path').sort());
			const lines = json('Line').map(({ line }) => JSON.parse(String(line)) as IDataObject);
			expect(lines.map((line) => line.path)).toEqual(column(json('Sync'), 'path'));
			expect(lines[0]).toMatchObject({ askedOf: 'org-chart-owner@example.com' });
		},
		checkAgain: (json) => {
			expect(json('Dry run').filter(({ action }) => action !== 'unchanged')).toEqual([]);
			expect(json('Ask for approval')).toEqual([]);
			expect(json('Sync')).toEqual([]);
		},
	},
	'undo-a-run.json': {
		check: (json, service) => {
			expect(rows(json('Restore scopes'), 'path')).toEqual([['EMEA / Logistics']]);
			const [scope] = service.organization
				.listScopes('active')
				.filter(({ pathNames }) => pathNames.join(' / ') === 'EMEA / Logistics');
			expect(scope?.description).not.toBe('Fleet and warehouses');
			for (const other of ['Assign again', 'Archive new scopes', 'Restore vendors'])
				expect(json(other)).toEqual([]);
		},
	},
};

function expectActive(scopes: IDataObject[]): void {
	expect(scopes.length).toBeGreaterThan(0);
	expect(scopes.filter(({ status }) => status !== 'active')).toEqual([]);
}

/** Where a scope is, as the service says it. */
function path({ pathNames }: { pathNames?: unknown }): string | undefined {
	return Array.isArray(pathNames) ? pathNames.join(' / ') : undefined;
}
