import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../sandbox/service/service';
import type { Vendor } from '../../sandbox/service/vendorFields';

/** One execution of a node: its parameters besides Resource and Operation, and its input items. */
export interface NodeRun {
	parameters: IDataObject;
	/** One empty item by default. */
	items?: IDataObject[];
}

/** @returns the executions that together show every member of an operation's output */
export type Plan = (service: Service) => NodeRun[];

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
 * Scope Tree > Sync: with the archive on, which adds items but no members. Without Dry Run, whose new
 * scopes have no id yet.
 */
const syncTree: Plan = () => [
	{
		parameters: {
			path: '={{ $json.path }}',
			owner: '={{ $json.owner }}',
			options: { archiveUnnamed: true, archiveAtMost: 1000 },
		},
		items: [
			{ path: 'EMEA' },
			{ path: 'EMEA / Retail', owner: 'another owner' },
			{ path: 'Nordics / Oslo', owner: 'user-1' },
		],
	},
];

/**
 * Scope Assignment > Assign: items with scopes. An item without any is sent only if the user allows to
 * remove all assignments, and returns its request, with other members than a derived control.
 */
const assignScopes: Plan = (service) => [
	{
		parameters: { controlId: EACH_ITEM, scopeIds: someScopes(service) },
		items: toItems([...service.organization.controls.keys()].slice(0, 3)),
	},
];

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

const upsertVendors: Plan = (service) => [
	{ parameters: {}, items: [...someVendors(service).map(writableFields), { name: 'New one' }] },
];

const replaceVendors: Plan = (service) => [
	{
		parameters: { vendorId: EACH_ITEM },
		items: someVendors(service).map((vendor) => ({ id: vendor.id, ...writableFields(vendor) })),
	},
];

const updateVendors: Plan = (service) => [
	{
		parameters: { vendorId: EACH_ITEM },
		items: someVendors(service).map(({ id, name }) => ({ id, name })),
	},
];

/** Documents have no list to choose from. */
const downloadDocuments: Plan = ({ documents }) => [
	{
		parameters: { documentId: EACH_ITEM.value },
		items: toItems([...documents.byId.keys()].slice(0, 3)),
	},
];

/**
 * How operations are run that the default run is not enough for, by node, resource and operation. An
 * operation that is not listed is run with its defaults.
 */
export const PLANS: Record<string, Plan> = {
	'control control getMany': getControls,
	'scope scope create': createScope,
	'scope scope update': changeScopes,
	'scope scope updateMany': changeScopes,
	'scope tree sync': syncTree,
	'scopeAssignment scopeAssignment assign': assignScopes,
	'tprmVendor document download': downloadDocuments,
	'tprmVendor vendor create': createVendors,
	'tprmVendor vendor replace': replaceVendors,
	'tprmVendor vendor update': updateVendors,
	'tprmVendor vendor upsert': upsertVendors,
};

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
