import type { IDataObject } from 'n8n-workflow';

import type { Design } from '../designs';
import {
	credentialOf,
	datasetOf,
	DESIGNS,
	DesignServer,
	headersOf,
	parametersOf,
} from '../designs';

const RECORDS = { records: 2_350, pageSize: 500 };
const PACKAGE = 'n8n-nodes-grc-tprm';

/** APIs of known designs, and workflows that read them, for the pictures of Paged HTTP. */
export interface Stage {
	credentials: unknown[];
	workflows: Array<{ id: string }>;
	stop: () => Promise<void>;
}

/** @returns the design of an API by its name in docs/paging-designs.md */
function designNamed(api: string): Design {
	const design = DESIGNS.find(({ name }) => name === api);
	if (!design) throw new Error(`There is no design of ${api}`);
	return design;
}

const serviceNow = designNamed('ServiceNow');
const hal = designNamed('HAL');

/** @returns a stage that listens on loopback until it is stopped */
export async function startStage(): Promise<Stage> {
	const servers = await Promise.all([
		DesignServer.start(serviceNow, RECORDS),
		DesignServer.start(hal, RECORDS),
	]);
	const [register, hypertext] = servers;
	return {
		credentials: [
			credential('pictured-basic', 'ServiceNow', register),
			credential('pictured-key', 'Vendor register', hypertext),
			OAUTH2,
		],
		workflows: [
			workflow('pictured-auto', {
				url: serviceNow.path,
				...reads(serviceNow, { source: 'automatic' }),
			}),
			workflow('pictured-fields', fieldsOf(serviceNow)),
			workflow('pictured-file', {
				url: serviceNow.path,
				...reads(serviceNow, { source: 'automatic', output: 'file', fileFormat: 'csv' }),
			}),
			workflow('pictured-batches', {
				url: serviceNow.path,
				...reads(serviceNow, { source: 'automatic', output: 'batches', workflowId: BATCH_ID }),
			}),
			workflow('pictured-changes', {
				url: serviceNow.path,
				recordKey: SYS_ID,
				...reads(serviceNow, { source: 'automatic', readMode: 'changes' }),
				options: { changes: { settings: { changeField: 'change' } } },
			}),
			workflow('pictured-trigger', {
				pollTimes: { item: [{ mode: 'everyHour', minute: 0 }] },
				url: serviceNow.path,
				recordKey: SYS_ID,
				...reads(serviceNow, { source: 'automatic', events: ['created', 'updated', 'removed'] }),
			}),
			workflow('pictured-key', { authentication: 'pagedHttpApi', url: hal.path }),
			workflow('pictured-oauth2', { authentication: 'pagedHttpOAuth2Api', url: '/vendors' }),
			subWorkflow,
		],
		stop: async () => {
			await Promise.all(servers.map(async (server) => await server.stop()));
		},
	};
}

const SYS_ID = { __rl: true, mode: 'list', value: 'sys_id', cachedResultName: 'sys_id' };

const BATCH_ID = {
	__rl: true,
	mode: 'list',
	value: 'pictured-called',
	cachedResultName: 'Store vendors',
	cachedResultUrl: '/workflow/pictured-called',
};

/** What gets the batches. */
const subWorkflow = {
	id: BATCH_ID.value,
	name: BATCH_ID.cachedResultName,
	active: false,
	nodes: [
		{
			id: 'called',
			name: 'When called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			position: [0, 0],
			parameters: { inputSource: 'passthrough' },
		},
	],
	connections: {},
	settings: { executionOrder: 'v1' },
};

/** Before its owner connects the account. */
const OAUTH2 = {
	id: 'pictured-oauth2',
	name: 'Vendor register (OAuth2)',
	type: 'pagedHttpOAuth2Api',
	data: {
		grantType: 'pkce',
		authUrl: 'https://login.example.com/authorize',
		accessTokenUrl: 'https://login.example.com/token',
		clientId: 'n8n',
		clientSecret: 'not-a-secret',
		requestedScope: 'vendors.read offline_access',
		authentication: 'header',
		baseUrl: 'https://api.example.com/v1',
	},
};

const CREDENTIALS: Readonly<Record<string, IDataObject>> = {
	'pictured-key': { pagedHttpApi: { id: 'pictured-key', name: 'Vendor register' } },
	'pictured-oauth2': { pagedHttpOAuth2Api: { id: 'pictured-oauth2', name: OAUTH2.name } },
};
const SERVICE_NOW = { pagedHttpApi: { id: 'pictured-basic', name: 'ServiceNow' } };

function credential(id: string, name: string, { design, origin }: DesignServer) {
	const { authentication, data } = credentialOf(design, origin);
	return { id, name, type: authentication, data: { ...data, testPath: design.path } };
}

function reads(design: Design, more: IDataObject): IDataObject {
	const header = Object.entries(headersOf(design)).map(([name, value]) => ({ name, value }));
	return {
		authentication: 'pagedHttpApi',
		returnAll: true,
		options: header.length > 0 ? { headers: { header } } : {},
		...more,
	};
}

/** @returns the form as the tables of the documentation have it */
function fieldsOf(design: Design): IDataObject {
	const { form, options } = parametersOf(datasetOf(design));
	const parameters = reads(design, form as IDataObject);
	return {
		...parameters,
		options: { ...(parameters.options as IDataObject), ...(options as IDataObject) },
	};
}

/** @returns a workflow of a node alone, behind a trigger if it is none itself */
function workflow(id: string, parameters: IDataObject) {
	const isTrigger = 'events' in parameters;
	const name = isTrigger ? 'Paged HTTP Trigger' : 'Paged HTTP';
	const node = {
		id: `${id}-node`,
		name,
		type: `${PACKAGE}.${isTrigger ? 'pagedHttpTrigger' : 'pagedHttp'}`,
		typeVersion: 1,
		position: [240, 0],
		parameters,
		credentials: CREDENTIALS[id] ?? SERVICE_NOW,
	};
	const start = {
		id: `${id}-start`,
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	return {
		id,
		name: id,
		active: false,
		nodes: isTrigger ? [node] : [start, node],
		connections: isTrigger ? {} : { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
