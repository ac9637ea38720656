import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../sandbox/service/service';
import type { Vendor } from '../../sandbox/service/vendorFields';

/** One execution of a node: its parameters besides Resource and Operation, and its input items. */
export interface NodeRun {
	parameters: IDataObject;
	/** One empty item by default. */
	items?: IDataObject[];
}

/** @returns the executions after which every member of an operation's output was seen */
type Plan = (service: Service) => NodeRun[];

type Plans = Record<string, Record<string, Plan>>;

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const EACH_ITEM = byId('={{ $json.id }}');
const EVERYTHING = { returnAll: true };

/**
 * How the operations of GRC Scope are run.
 *
 * - Scope > Create: at the top level, where there is no parent, and below another scope.
 * - Scope Tree > Get: as rows, which is what Output is set to at first. Nested, it would be one item
 *   that holds itself again and again, which no schema of n8n can say.
 * - Scope Tree > Sync: with the archive on, which adds items but no members. Without Dry Run, whose
 *   new scopes have no id yet.
 */
const scopePlans: Plans = {
	scope: {
		archive: (service) => [
			{ parameters: { scopeId: EACH_ITEM }, items: toItems(someScopes(service)) },
		],
		create: (service) => {
			const fields = { name: 'Nordics', owner: 'user-1' };
			const [parent = ''] = someScopes(service);
			return [
				{ parameters: fields },
				{ parameters: { ...fields, additionalFields: { parentId: byId(parent) } } },
			];
		},
		getMany: () => [{ parameters: EVERYTHING }],
		update: changeSomeScopes,
		updateMany: changeSomeScopes,
	},
	tree: {
		get: () => [{ parameters: {} }],
		sync: () => [
			{
				parameters: {
					path: '={{ $json.path }}',
					owner: '={{ $json.owner }}',
					options: { archiveUnnamed: true, archiveAtMost: 1000 },
				},
				items: [
					{ path: 'EMEA' },
					{ path: 'EMEA / Retail', owner: 'somebody else' },
					{ path: 'Nordics / Oslo', owner: 'user-1' },
				],
			},
		],
	},
};

/** @returns ids of active scopes, of the top level and below */
function someScopes({ organization }: Service): string[] {
	return organization
		.listScopes('active')
		.slice(0, 3)
		.map(({ id }) => id);
}

function toItems(ids: string[]): IDataObject[] {
	return ids.map((id) => ({ id }));
}

function changeSomeScopes(service: Service): NodeRun[] {
	const parameters = { scopeId: EACH_ITEM, updateFields: { description: 'Changed' } };
	return [{ parameters, items: toItems(someScopes(service)) }];
}

/**
 * Scope Assignment > Assign: items that give scopes. One without is sent only if the user allows to
 * remove all assignments, and comes out as its request, with other members than a derived control.
 */
const scopeAssignmentPlans: Plans = {
	scopeAssignment: {
		assign: (service) => [
			{
				parameters: { controlId: EACH_ITEM, scopeIds: someScopes(service) },
				items: toItems([...service.organization.controls.keys()].slice(0, 3)),
			},
		],
	},
};

/**
 * Control > Get Many: with scopes expanded, since the specification counts `scopeName` among the
 * fields of a control, and a filter that is off takes members away but changes none. Without One Row
 * per Assignment, which is off at first and gives other members.
 */
const controlPlans: Plans = {
	control: {
		getMany: (service) => {
			const [assigned = ''] = service.organization.controls.keys();
			service.organization.assign(assigned, someScopes(service));
			return [{ parameters: { ...EVERYTHING, filters: { expandScopes: true } } }];
		},
	},
};

/**
 * How the operations of TPRM Vendor are run: on vendors with every field and on ones with few,
 * because a field without a value is `null`. Without Include Response Details, which is off at first;
 * Convert Dates changes no type.
 */
const vendorPlans: Plans = {
	vendor: {
		archive: onSomeVendors,
		create: (service) => [{ parameters: {}, items: someVendors(service).map(writableFields) }],
		delete: onSomeVendors,
		getMany: () => [{ parameters: EVERYTHING }],
		replace: (service) => [
			{
				parameters: { vendorId: EACH_ITEM },
				items: someVendors(service).map((vendor) => ({ id: vendor.id, ...writableFields(vendor) })),
			},
		],
		update: (service) => [
			{
				parameters: { vendorId: EACH_ITEM },
				items: someVendors(service).map(({ id, name }) => ({ id, name })),
			},
		],
		upsert: (service) => [
			{ parameters: {}, items: [...someVendors(service).map(writableFields), { name: 'New one' }] },
		],
	},
	document: {
		download: ({ documents }) => [
			{
				parameters: { documentId: '={{ $json.id }}' },
				items: toItems([...documents.byId.keys()].slice(0, 3)),
			},
		],
	},
	webhookEvent: { getMany: () => [{ parameters: EVERYTHING }] },
};

/** So many that each field is empty in one of them. */
function someVendors({ vendors }: Service): Vendor[] {
	return [...vendors.byId.values()].slice(0, 10);
}

function onSomeVendors(service: Service): NodeRun[] {
	const items = toItems(someVendors(service).map(({ id }) => id));
	return [{ parameters: { vendorId: EACH_ITEM }, items }];
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

/** How one operation is run. */
export interface OperationPlan {
	/** Name of the node type, without the package. */
	node: string;
	resource: string;
	operation: string;
	plan: Plan;
}

/** @returns how each operation is run */
export function operationPlans(): OperationPlan[] {
	const nodes: Record<string, Record<string, Record<string, Plan>>> = {
		control: controlPlans,
		scope: scopePlans,
		scopeAssignment: scopeAssignmentPlans,
		tprmVendor: vendorPlans,
	};
	return Object.entries(nodes).flatMap(([node, resources]) =>
		Object.entries(resources).flatMap(([resource, operations]) =>
			Object.entries(operations).map(([operation, plan]) => ({ node, resource, operation, plan })),
		),
	);
}
