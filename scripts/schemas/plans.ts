import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../sandbox/service/service';
import type { Vendor } from '../../sandbox/service/vendorFields';

/** One execution of a node: its parameters besides Resource and Operation, and its input items. */
export interface NodeRun {
	parameters: IDataObject;
	/** One empty item by default. */
	items?: IDataObject[];
}

export type Plan = (service: Service) => NodeRun[];

/** How an operation is run. */
export interface Plans {
	/**
	 * The executions that together show every member of the output. Without them, the operation is run with
	 * its defaults.
	 */
	outputs?: Plan;
	/** The executions in which the other fields of the form have another value than their default. */
	options: Plan;
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const EACH_ITEM = byId('={{ $json.id }}');

/**
 * Scope > Create: at the top level, where there is no parent, and below another scope.
 */
const createScope: Plan = (service) => {
	const fields = { name: 'Nordics', owner: 'user-1' };
	const [parent = ''] = someScopes(service);
	return [
		{ parameters: fields },
		{ parameters: { ...fields, additionalFields: { parentId: byId(parent) } } },
	];
};

const changeScopes: Plan = (service) => {
	const parameters = { scopeId: EACH_ITEM, updateFields: { description: 'Changed' } };
	return [{ parameters, items: toItems(someScopes(service)) }];
};

/**
 * Scope Tree > Sync: with a unit that moves and takes its assignments along; then with the archive on, which adds
 * items but no members. Without Dry Run, whose new scopes have no id yet.
 */
const syncTree: Plan = ({ organization }) => {
	const table = { path: '={{ $json.path }}', owner: '={{ $json.owner }}' };
	const [moved] = organization.listScopes('active').slice(-1);
	const [control = ''] = organization.controls.keys();
	organization.assign(control, moved ? [moved.id] : []);
	return [
		{
			parameters: {
				...{ ...table, matchBy: 'id', scopeId: '={{ $json.id }}' },
				options: { copyAssignments: true },
			},
			items: [{ path: `Ventures / ${moved?.name}`, owner: 'user-1', id: moved?.id }],
		},
		{
			parameters: { ...table, options: { archiveUnnamed: true, removalLimit: 1000 } },
			items: [
				{ path: 'EMEA' },
				{ path: 'EMEA / Retail', owner: 'another owner' },
				{ path: 'Nordics / Oslo', owner: 'user-1' },
			],
		},
	];
};

/** Scope Assignment > Assign: with scopes that are added, and one that is removed. */
const assignScopes: Plan = (service) => {
	const { organization } = service;
	const controls = [...organization.controls.keys()].slice(0, 3);
	const [last] = organization.listScopes('active').slice(-1);
	for (const control of controls) organization.assign(control, last ? [last.id] : []);
	return [
		{
			parameters: { mode: 'replace', controlId: EACH_ITEM, scopeIds: someScopes(service) },
			items: toItems(controls),
		},
	];
};

/** Scope > Archive: of scopes that have assignments, which their rows name. */
const archiveScopes: Plan = (service) => {
	const ids = someScopes(service);
	const [control = ''] = service.organization.controls.keys();
	service.organization.assign(control, ids);
	return [{ parameters: { scopeId: EACH_ITEM }, items: toItems(ids) }];
};

/**
 * Control > Get Many: with scopes expanded, since the specification counts `scopeName` among the
 * fields of a control, and a filter that is off removes members but changes none. Without One Row per
 * Assignment, which is off by default and returns other members.
 */
const getControls: Plan = (service) => {
	const [assigned = ''] = service.organization.controls.keys();
	service.organization.assign(assigned, someScopes(service));
	return [{ parameters: { returnAll: true, filters: { expandScopes: true } } }];
};

/** The fields of a vendor come from the input items, of which the default run has none. */
const createVendors: Plan = (service) => [
	{ parameters: {}, items: someVendors(service).map(writableFields) },
];

/** Every second vendor is changed. */
const upsertVendors: Plan = (service) => {
	const vendors = someVendors(service).map((vendor, index) => ({
		...writableFields(vendor),
		...(index % 2 === 0 && { notes: 'Changed' }),
	}));
	return [{ parameters: {}, items: [...vendors, { name: 'New one' }] }];
};

const replaceVendors: Plan = (service) => [
	{
		parameters: { vendorId: EACH_ITEM },
		items: someVendors(service).map((vendor) => ({
			...writableFields(vendor),
			...{ id: vendor.id, name: `${vendor.name} Group` },
		})),
	},
];

const updateVendors: Plan = (service) => [
	{
		parameters: { vendorId: EACH_ITEM },
		items: someVendors(service).map(({ id, name }) => ({ id, name: `${name} Group` })),
	},
];

/** Documents have no list to choose from. */
const downloadDocuments: Plan = ({ documents }) => [
	{
		parameters: { documentId: EACH_ITEM.value },
		items: toItems([...documents.byId.keys()].slice(0, 3)),
	},
];

/** Members of Options that several operations have, with values that are not their defaults. */
const SEND = { maxWait: 60, timeout: 30 };
const WRITE = { ...SEND, concurrentRequests: 2 };
/** What a dry run does without: it has a plan of its own, and stops at nothing. */
const PLANNED = { approvedPlan: 'of another dry run', removalLimit: 5 };
const RECORD = { convertDates: false, includeResponseDetails: false };

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

/** How each operation is run, by node, resource and operation. */
export const PLANS: Record<string, Plans> = {
	'control control getMany': {
		outputs: getControls,
		options: () => [
			{
				parameters: {
					returnAll: true,
					filters: { canLink: true, expandScopes: false, status: 'active' },
					options: { ...SEND, assignmentRows: true, returnFields: 'name, scopeName' },
				},
			},
			{ parameters: { limit: 3 } },
			{ parameters: { output: 'matrix', options: { scopeColumns: ['EMEA'] } } },
		],
	},
	'scope scope archive': {
		outputs: archiveScopes,
		options: (service) => [
			{
				parameters: { scopeId: EACH_ITEM, dryRun: true, options: { ...WRITE, ...PLANNED } },
				items: scopesOf(service),
			},
		],
	},
	'scope scope create': {
		outputs: createScope,
		options: () => [
			{
				parameters: {
					name: 'Nordics',
					owner: byId('user-1'),
					additionalFields: { description: 'Since 2026' },
					dryRun: true,
					options: { ...WRITE, approvedPlan: PLANNED.approvedPlan },
				},
			},
		],
	},
	'scope scope getMany': {
		options: () => [
			{
				parameters: {
					returnAll: true,
					filters: { status: 'archived' },
					options: { ...SEND, returnFields: 'id, path' },
				},
			},
			{ parameters: { limit: 3 } },
		],
	},
	'scope scope update': {
		outputs: changeScopes,
		options: (service) => [
			{
				parameters: {
					scopeId: EACH_ITEM,
					updateFields: { ...changedScope, name: '=Renamed {{ $itemIndex }}' },
					dryRun: true,
					options: { ...WRITE, ...PLANNED, emptyCells: 'clear' },
				},
				items: scopesOf(service),
			},
		],
	},
	'scope scope updateMany': {
		outputs: changeScopes,
		options: (service) => [
			{
				parameters: {
					scopeId: EACH_ITEM,
					updateFields: changedScope,
					dryRun: true,
					options: { ...WRITE, ...PLANNED, batchSize: 2, emptyCells: 'clear' },
				},
				items: scopesOf(service),
			},
		],
	},
	'scope tree get': {
		options: () => [
			{
				parameters: { onlyActive: false, output: 'nested', options: SEND },
			},
		],
	},
	'scope tree sync': {
		outputs: syncTree,
		options: (service) => [
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
						...{ ...WRITE, ...PLANNED },
						allowIncompleteList: true,
						archiveUnnamed: true,
						batchSize: 2,
						copyAssignments: true,
						emptyCells: 'clear',
						ignoreCase: true,
						keep: 'EMEA',
						possibleRenames: 'create',
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
	},
	'scopeAssignment scopeAssignment assign': {
		outputs: assignScopes,
		options: ({ organization }) => [
			{
				parameters: {
					mode: 'remove',
					controlId: EACH_ITEM,
					scopeIds: ['EMEA'],
					dryRun: true,
					options: {
						...{ ...SEND, ...PLANNED },
						...{ allowIncompleteList: true, batchSize: 1, splitAssignments: true },
						noAssignmentsYet: true,
					},
				},
				items: [...organization.controls.keys()].slice(0, 2).map((id) => ({ id })),
			},
			{
				parameters: { mode: 'replace', controlId: EACH_ITEM, options: { allowRemovingAll: true } },
				items: [...organization.controls.keys()].slice(0, 1).map((id) => ({ id })),
			},
			{
				parameters: { tableLayout: 'matrix', controlId: EACH_ITEM, dryRun: true },
				items: [...organization.controls.keys()].slice(0, 1).map((id) => ({ id, EMEA: 'x' })),
			},
			{
				parameters: { controlId: EACH_ITEM, scopeIds: ['North America'] },
				items: [...organization.controls.keys()].slice(0, 1).map((id) => ({ id })),
			},
		],
	},
	'tprmVendor document download': {
		outputs: downloadDocuments,
		options: ({ documents }) => [
			{
				parameters: {
					documentId: EACH_ITEM.value,
					binaryPropertyName: 'report',
					options: { ...SEND, includeResponseDetails: true, maxSize: 5 },
				},
				items: [...documents.byId.keys()].slice(1, 2).map((id) => ({ id })),
			},
		],
	},
	'tprmVendor vendor archive': {
		options: (service) => [
			{
				parameters: {
					...{ vendorId: EACH_ITEM, dryRun: true },
					options: { ...WRITE, ...PLANNED, ...RECORD },
				},
				items: vendorsOf(service),
			},
		],
	},
	'tprmVendor vendor create': {
		outputs: createVendors,
		options: () => [
			{
				parameters: {
					fieldsFrom: 'rows',
					fields: listed({ name: 'New one', tprm_contract_end_date: '2027-03-31' }),
					dryRun: true,
					options: {
						...{ ...WRITE, ...RECORD, approvedPlan: PLANNED.approvedPlan },
						...{ idempotency: 'own', ownIdempotencyKey: 'intake-1' },
					},
				},
			},
		],
	},
	'tprmVendor vendor delete': {
		options: (service) => [
			{
				parameters: {
					vendorId: EACH_ITEM,
					dryRun: true,
					options: { ...WRITE, ...PLANNED, includeResponseDetails: true },
				},
				items: vendorsOf(service),
			},
		],
	},
	'tprmVendor vendor get': {
		options: (service) => [
			{
				parameters: { vendorId: EACH_ITEM, options: { ...SEND, ...RECORD } },
				items: vendorsOf(service),
			},
		],
	},
	'tprmVendor vendor getMany': {
		options: (service) => [
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
	},
	'tprmVendor vendor replace': {
		outputs: replaceVendors,
		options: (service) => [
			{
				parameters: {
					vendorId: EACH_ITEM,
					fieldsFrom: 'json',
					fieldsJson: '={{ { "name": $json.name, "notes": "Replaced" } }}',
					dryRun: true,
					options: { ...WRITE, ...PLANNED, ...RECORD },
				},
				items: vendorsOf(service),
			},
		],
	},
	'tprmVendor vendor update': {
		outputs: updateVendors,
		options: (service) => [
			{
				parameters: {
					vendorId: EACH_ITEM,
					fieldsFrom: 'map',
					fieldList: mapped({ notes: '=About {{ $json.name }}' }),
					dryRun: true,
					options: { ...WRITE, ...PLANNED, ...RECORD, emptyCells: 'clear' },
				},
				items: vendorsOf(service),
			},
		],
	},
	'tprmVendor vendor sync': {
		outputs: upsertVendors,
		options: () => [plannedTable({ archiveUnnamed: true, keep: 'V-00005' })],
	},
	'tprmVendor vendor upsert': { outputs: upsertVendors, options: () => [plannedTable()] },
	'tprmVendor webhookEvent getMany': {
		options: () => [
			{
				parameters: { limit: 2, options: { ...SEND, includeResponseDetails: true } },
			},
		],
	},
};

/** A table of vendors, with all options that its operations share. */
function plannedTable(more: IDataObject = {}) {
	const table = { idempotency: 'content', leaveOut: 'row', ignoreCase: true };
	return {
		parameters: {
			matchField: 'external_id',
			dryRun: true,
			options: {
				...{ ...WRITE, ...PLANNED, ...RECORD, ...table, ...more },
				...{ allowIncompleteList: true, emptyCells: 'clear', allowNewMatchField: true },
			},
		},
		items: [
			{ row: 1, external_id: 'v-00005', notes: 'Changed' },
			{ row: 2, external_id: 'R-1', name: 'New one' },
		],
	};
}

/** @returns ids of active scopes, of the top level and below */
function someScopes({ organization }: Service): string[] {
	return organization
		.listScopes('active')
		.slice(0, 3)
		.map(({ id }) => id);
}

/** So many that each field is empty in one of them. */
function someVendors({ vendors }: Service): Vendor[] {
	return [...vendors.byId.values()].slice(0, 10);
}

function toItems(ids: string[]): IDataObject[] {
	return ids.map((id) => ({ id }));
}

function writableFields(vendor: Vendor): IDataObject {
	const {
		id: _id,
		status: _status,
		created_at: _created,
		updated_at: _updated,
		...fields
	} = vendor;
	return fields;
}
