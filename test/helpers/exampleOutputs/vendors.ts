import type { Service } from '../../../sandbox/service/service';
import type { Expectations } from './expectation';
import { rows } from './expectation';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The examples with vendors. */
export const vendors: Expectations = {
	'check-your-service.json': {
		check: (json, service) => {
			const report = rows(json('Report'), 'list', 'field', 'kinds');
			expect(report).toContainEqual(['scopes', 'pathNames', 'array']);
			expect(report).toContainEqual(['scopes', 'parentId', 'null, text']);
			expect(report).toContainEqual([
				'vendors',
				'started_at',
				'date like 99-99-9999 99:99:99, null',
			]);
			expect(report).toContainEqual(['vendors', 'responseTimeMs', 'number']);
			expect(report).toContainEqual(['events', 'name', 'text']);
			expect(json('Report')).toContainEqual(
				expect.objectContaining({ list: 'events', present: '17 of 17' }),
			);
			const count = service.vendors.search({}).length;
			expect(json('Report')).toContainEqual({
				list: 'vendors',
				field: '(list)',
				present: `${count} records`,
				kinds: 'read',
			});
			const text = JSON.stringify(json('Report'));
			for (const { id, name } of service.vendors.search({})) {
				expect(text).not.toContain(id);
				expect(text).not.toContain(name);
			}
		},
	},
	'contract-end-dates.json': {
		check: (json, service) => {
			const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
			// Where n8n is, it may be the day before or after the one in UTC.
			const lists = [-1, 0, 1].map((days) => endingSoon(service, midnight + days * DAY_MS));
			const sent = service.mailbox.mails.map(({ to, subject }) => `${to}: ${subject}`).sort();
			expect(lists).toContainEqual(sent);
			expect(json('Mark as sent')).toHaveLength(sent.length);
		},
		checkAgain: (json) => {
			expect(json('Active vendors').length).toBeGreaterThan(0);
			expect(json('Send mail')).toEqual([]);
		},
	},
	'intake-form-with-approval.json': {
		check: (json, service) => {
			expect(json('Duplicate check')).toMatchObject([{ action: 'created', dryRun: true }]);
			const fields = { name: 'Nordwind Analytics', domain: 'nordwind.example' };
			expect(json('Create vendor')).toMatchObject([{ action: 'created', ...fields }]);
			const answer = { to: 'sam@example.com', subject: 'Your request for Nordwind Analytics' };
			expect(service.mailbox.mails).toContainEqual(expect.objectContaining(answer));
		},
		checkAgain: (json) => {
			expect(json('Already there')).toHaveLength(1);
			expect(json('Create vendor')).toEqual([]);
		},
	},
	'no-event-for-two-days.json': {
		check: (json, service) => {
			expect(json('Too long ago')).toHaveLength(1);
			const mail = { to: 'vendor-management@example.com', subject: 'No event for two days' };
			expect(service.mailbox.mails).toContainEqual(expect.objectContaining(mail));
		},
	},
	'start-here.json': {
		check: (json) => {
			expect(rows(json('Sync vendors'), 'action', 'external_id', 'risk_rating')).toEqual([
				['unchanged', 'V-00006', 'low'],
				['updated', 'V-00007', 'high'],
				['created', 'REQ-2001', 'medium'],
				['created', 'REQ-2002', 'low'],
			]);
			expect(json('Evidence')).toHaveLength(1);
		},
		checkAgain: (json) => {
			const unchanged = Array.from({ length: 4 }, () => ['unchanged']);
			expect(rows(json('Sync vendors'), 'action')).toEqual(unchanged);
		},
	},
	'vendor-event-of-another-tool.json': {
		check: (json, service) => {
			const notes = 'Review: REJECTED in the other tool';
			const vendor = { name: 'Nordwind Analytics', domain: 'nordwind.example', notes };
			// The vendor may be there already, where other runs use the same service.
			const action = expect.stringMatching(/^(created|updated)$/);
			expect(json('Vendor in the register')).toMatchObject([{ action, ...vendor }]);
			const mail = { to: 'vendor-management@example.com', subject: 'Review Nordwind Analytics' };
			expect(service.mailbox.mails).toContainEqual(expect.objectContaining(mail));
		},
		checkAgain: (json, service) => {
			expect(json('Vendor in the register')).toMatchObject([{ action: 'unchanged' }]);
			expect(service.vendors.search({ name: 'Nordwind Analytics' })).toHaveLength(1);
		},
	},
	'vendor-intake.json': {
		check: (json, service) => {
			const changed = json('Create or update');
			const fields = ['action', 'external_id', 'name', 'risk_rating', 'tprm_contract_end_date'];
			expect(rows(changed, ...fields)).toEqual([
				['updated', 'V-00005', 'Ember Analytics', 'high', '30-06-2027'],
				['created', 'REQ-1001', 'Nordlicht Hosting', 'medium', '31-12-2027'],
				['created', 'REQ-1002', 'Polar Payroll', 'low', '31-03-2028'],
				['updated', 'REQ-1001', 'Nordlicht Hosting', 'medium', '31-12-2027'],
			]);
			// The last row adds to what the second one created.
			expect(changed[3]).toMatchObject({
				id: changed[1]?.['id'],
				domain: 'nordlicht.example',
				notes: 'Requested again by procurement',
			});
			expect(json('Results')).toEqual([
				{ action: 'updated', vendors: 2, names: 'Ember Analytics, Nordlicht Hosting' },
				{ action: 'created', vendors: 2, names: 'Nordlicht Hosting, Polar Payroll' },
			]);
			expect(service.vendors.search({ owner_email: 'pat@example.com' })).toMatchObject([
				{ external_id: 'V-00005', domain: 'ember-analytics.example' },
			]);
		},
		checkAgain: (json, service) => {
			const names = 'Ember Analytics, Nordlicht Hosting, Polar Payroll';
			expect(json('Results')).toEqual([{ action: 'unchanged', vendors: 3, names }]);
			for (const id of ['V-00005', 'REQ-1001', 'REQ-1002']) {
				expect(service.vendors.search({ external_id: id })).toHaveLength(1);
			}
		},
	},
};

/** @returns the mails about the contracts that end within 90 days of that day, sorted */
function endingSoon(service: Service, today: number): string[] {
	return service.vendors
		.search({ status: 'active' })
		.flatMap(({ name, owner_email: owner, tprm_contract_end_date: end }) => {
			const daysLeft = (Date.parse(end ?? '') - today) / DAY_MS;
			const isSoon = daysLeft >= 0 && daysLeft <= 90;
			return isSoon ? [`${owner}: ${name}: contract ends on ${end}`] : [];
		})
		.sort();
}
