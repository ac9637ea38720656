import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../sandbox/service/service';
import type { Vendor } from '../../sandbox/service/vendorFields';
import type { Plan } from '../schemas/plans';

/** Members of Options that several operations have, with values that are not their defaults. */
const SEND = { maxWait: 60, timeout: 30 };
const WRITE = { ...SEND, concurrentRequests: 2 };
const RECORD = { convertDates: false, includeResponseDetails: false };

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const EACH = byId('={{ $json.id }}');

const scopesOf = ({ organization }: Service): IDataObject[] =>
	organization
		.listScopes('active')
		.slice(-3)
		.map(({ id }) => ({ id }));

const vendorsOf = ({ vendors }: Service): IDataObject[] =>
	[...vendors.byId.values()].slice(3, 5).map(({ id, name }) => ({ id, name }));

function vendorOf({ vendors }: Service): Vendor {
	const vendor = [...vendors.byId.values()].find(({ tags, domain }) => tags.length > 0 && domain);
	if (!vendor) throw new Error('No vendor of the sample data has a tag and a domain');
	return vendor;
}

/** @returns what the editor saves of a list of fields to map */
function mapped(value: IDataObject, ...matchingColumns: string[]): IDataObject {
	return { mappingMode: 'defineBelow', value, matchingColumns, schema: [] };
}

/** @returns names and values as a list of fields saves them */
function listed(fields: Record<string, string>): IDataObject {
	return { field: Object.entries(fields).map(([name, value]) => ({ name, value })) };
}

const changedScope = {
	customFields: '{"region": "north"}',
	description: 'Changed',
	owner: byId('user-2'),
	status: 'active',
};

/**
 * Operations with their options, as they are saved beside the ones with the required fields only: a
 * field that was renamed shows in a workflow that has it.
 */
export const WITH_OPTIONS: Record<string, Plan> = {
	'control control getMany': () => [
		{
			parameters: {
				returnAll: true,
				filters: { canLink: true, expandScopes: false, status: 'active' },
				options: { ...SEND, assignmentRows: true, returnFields: 'name, scopeName' },
			},
		},
		{ parameters: { limit: 3 } },
	],
	'scope scope archive': (service) => [
		{
			parameters: { scopeId: EACH, options: WRITE },
			items: scopesOf(service),
		},
	],
	'scope scope create': () => [
		{
			parameters: {
				name: 'Nordics',
				owner: byId('user-1'),
				additionalFields: { description: 'Since 2026' },
				options: WRITE,
			},
		},
	],
	'scope scope getMany': () => [
		{
			parameters: {
				returnAll: true,
				filters: { status: 'archived' },
				options: { ...SEND, returnFields: 'id, path' },
			},
		},
		{ parameters: { limit: 3 } },
	],
	'scope scope update': (service) => [
		{
			parameters: {
				scopeId: EACH,
				updateFields: { ...changedScope, name: '=Renamed {{ $itemIndex }}' },
				options: WRITE,
			},
			items: scopesOf(service),
		},
	],
	'scope scope updateMany': (service) => [
		{
			parameters: {
				scopeId: EACH,
				updateFields: changedScope,
				options: { ...WRITE, batchSize: 2 },
			},
			items: scopesOf(service),
		},
	],
	'scope tree get': () => [
		{
			parameters: { onlyActive: false, output: 'nested', options: SEND },
		},
	],
	'scope tree sync': (service) => [
		{
			parameters: {
				tableHas: 'parent',
				name: '={{ $json.unit }}',
				parent: '={{ $json.below }}',
				rowKey: '={{ $json.key }}',
				matchBy: 'id',
				scopeId: '={{ $json.id }}',
				owner: '={{ $json.owner }}',
				dryRun: true,
				additionalFields: { description: '={{ $json.unit }}' },
				options: {
					...WRITE,
					allowIncompleteList: true,
					archiveAtMost: 1000,
					archiveUnnamed: true,
					batchSize: 2,
					ignoreCase: true,
				},
			},
			items: [
				{
					key: '1',
					unit: 'Ventures',
					below: '',
					owner: 'user-1',
					id: scopesOf(service)[0]?.['id'],
				},
				{ key: '2', unit: 'Mobility', below: '1', owner: 'user-2', id: '' },
			],
		},
		{
			parameters: {
				path: '={{ $json.path }}',
				owner: 'user-1',
				options: { pathSeparator: '|' },
			},
			items: [{ path: 'EMEA | Mobility' }],
		},
		{
			parameters: {
				tableHas: 'levels',
				levels: ['={{ $json.region }}', '={{ $json.unit }}'],
				owner: 'user-1',
			},
			items: [{ region: 'EMEA', unit: 'Mobility' }],
		},
	],
	'scopeAssignment scopeAssignment assign': ({ organization }) => [
		{
			parameters: {
				mode: 'remove',
				controlId: EACH,
				scopeIds: ['EMEA'],
				dryRun: true,
				options: { ...SEND, allowIncompleteList: true, batchSize: 1, removeAtMost: 5 },
			},
			items: [...organization.controls.keys()].slice(0, 2).map((id) => ({ id })),
		},
		{
			parameters: { mode: 'replace', controlId: EACH, options: { allowRemovingAll: true } },
			items: [...organization.controls.keys()].slice(0, 1).map((id) => ({ id })),
		},
		{
			parameters: { controlId: EACH, scopeIds: ['North America'] },
			items: [...organization.controls.keys()].slice(0, 1).map((id) => ({ id })),
		},
	],
	'tprmVendor document download': ({ documents }) => [
		{
			parameters: {
				documentId: EACH.value,
				binaryPropertyName: 'report',
				options: { ...SEND, includeResponseDetails: true, maxSize: 5 },
			},
			items: [...documents.byId.keys()].slice(1, 2).map((id) => ({ id })),
		},
	],
	'tprmVendor vendor archive': (service) => [
		{
			parameters: { vendorId: EACH, dryRun: true, options: { ...WRITE, ...RECORD } },
			items: vendorsOf(service),
		},
	],
	'tprmVendor vendor create': () => [
		{
			parameters: {
				fieldsFrom: 'rows',
				fields: listed({ name: 'New one', tprm_contract_end_date: '2027-03-31' }),
				options: { ...WRITE, ...RECORD, idempotency: 'own', ownIdempotencyKey: 'intake-1' },
			},
		},
	],
	'tprmVendor vendor delete': (service) => [
		{
			parameters: {
				vendorId: EACH,
				dryRun: true,
				options: { ...WRITE, includeResponseDetails: true },
			},
			items: vendorsOf(service),
		},
	],
	'tprmVendor vendor get': (service) => [
		{
			parameters: { vendorId: EACH, options: { ...SEND, ...RECORD } },
			items: vendorsOf(service),
		},
	],
	'tprmVendor vendor getMany': (service) => [
		{
			parameters: {
				returnAll: true,
				filters: {
					filter: JSON.stringify({ tag: vendorOf(service).tags[0] }),
					query: vendorOf(service).name.slice(0, 4),
					risk_rating: vendorOf(service).risk_rating,
					status: vendorOf(service).status,
				},
				options: { ...SEND, ...RECORD, returnFields: 'id, name, tags' },
			},
		},
		{
			parameters: {
				filters: {
					domain: vendorOf(service).domain,
					external_id: vendorOf(service).external_id,
					name: vendorOf(service).name,
					owner_email: vendorOf(service).owner_email,
					tag: vendorOf(service).tags[0],
				},
			},
		},
	],
	'tprmVendor vendor replace': (service) => [
		{
			parameters: {
				vendorId: EACH,
				fieldsFrom: 'json',
				fieldsJson: '={{ { "name": $json.name, "notes": "Replaced" } }}',
				dryRun: true,
				options: { ...WRITE, ...RECORD },
			},
			items: vendorsOf(service),
		},
	],
	'tprmVendor vendor update': (service) => [
		{
			parameters: {
				vendorId: EACH,
				fieldsFrom: 'map',
				fieldList: mapped({ notes: '=About {{ $json.name }}' }),
				options: { ...WRITE, ...RECORD },
			},
			items: vendorsOf(service),
		},
	],
	'tprmVendor vendor upsert': () => [
		{
			parameters: {
				matchField: 'external_id',
				options: {
					...WRITE,
					...RECORD,
					allowIncompleteList: true,
					idempotency: 'content',
					leaveOut: 'row',
					ignoreCase: true,
					allowNewMatchField: true,
				},
			},
			items: [
				{ row: 1, external_id: 'v-00005', notes: 'Changed' },
				{ row: 2, external_id: 'R-1', name: 'New one' },
			],
		},
	],
	'tprmVendor webhookEvent getMany': () => [
		{
			parameters: { limit: 2, options: { ...SEND, includeResponseDetails: true } },
		},
	],
};
