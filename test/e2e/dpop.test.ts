import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose';

import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { freePorts } from '../../sandbox/server/ports';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary, WITHOUT_EDITOR } from '../../sandbox/server/temporary';
import { line } from './line';
import type { StoredRun } from './runs';
import { runByHand, runInNewProcess } from './runs';

const ID = 'e2e-dpop';

/** Reads scopes with a node of ours, then with n8n's HTTP Request node. */
function workflow(servicePort: number) {
	const credentials = { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } };
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'Scopes',
			type: 'n8n-nodes-grc-tprm.scope',
			typeVersion: 1,
			parameters: { resource: 'scope', operation: 'getMany', limit: 1 },
			credentials,
		},
		{
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: `http://127.0.0.1:${servicePort}/v1/scopes`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'grcOAuth2Api',
				options: {},
			},
			credentials,
		},
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		id: ID,
		name: 'DPoP',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: nodes.map((node, index) => ({ ...node, id: `${ID}-${index}`, position: [0, 0] })),
		connections: { Start: to('Scopes'), Scopes: to('HTTP Request') },
	};
}

let instance: TemporaryInstance;

beforeAll(async () => {
	const [port = 0] = await freePorts(1);
	instance = await startTemporary(line, [workflow(port)], {
		service: { port, dpop: { nonces: 'stable' } },
		credential: { useDpop: true },
		environment: WITHOUT_EDITOR,
	});
});
afterAll(async () => await instance?.stop());

async function run(how: (on: TemporaryInstance, id: string) => Promise<StoredRun>) {
	const { error, json } = await how(instance, ID);
	expect(error).toBeUndefined();
	expect(json('HTTP Request')).toHaveLength(300);
}

/** What n8n has stored in the credential. */
async function stored() {
	const file = path.join(instance.server.userFolder, 'credential.json');
	try {
		const which = [`--id=${CREDENTIAL_ID}`, '--decrypted', `--output=${file}`];
		await instance.server.cli('export:credentials', ...which);
		const [credential] = JSON.parse(readFileSync(file, 'utf8')) as Array<{
			data: { accessToken: string; dpopPrivateKey: string };
		}>;
		if (!credential) throw new Error('The credential is gone');
		const { accessToken, dpopPrivateKey } = credential.data;
		const key = JSON.parse(dpopPrivateKey) as JWK;
		return { accessToken, dpopPrivateKey, thumbprint: await calculateJwkThumbprint(key) };
	} finally {
		rmSync(file, { force: true });
	}
}

describe(`a token bound to a key on n8n ${line.version}`, () => {
	let before: Awaited<ReturnType<typeof stored>>;

	it('works in two processes that start at once without any key', async () => {
		await Promise.all([run(runInNewProcess), run(runInNewProcess)]);
		before = await stored();
		expect(instance.service.authority.thumbprints).toContain(before.thumbprint);
	});

	it('is encrypted in the database, with its key', async () => {
		const { accessToken, dpopPrivateKey } = before;
		const folder = path.join(instance.server.userFolder, '.n8n');
		const names = readdirSync(folder).filter((name) => name.startsWith('database.sqlite'));
		expect(names).toContain('database.sqlite');
		const database = names.map((name) => readFileSync(path.join(folder, name), 'latin1')).join('');
		const { d: privateKey = '' } = JSON.parse(dpopPrivateKey) as JWK;
		for (const secret of [accessToken, privateKey, instance.service.client.secret]) {
			expect(database.includes(secret)).toBe(false);
		}
	});

	it('is found again after a restart, with its key', async () => {
		const issued = instance.service.authority.thumbprints.length;
		await instance.server.stop();
		await instance.server.start();
		await instance.rest.enter();
		await run(runByHand);
		expect(instance.service.authority.thumbprints).toHaveLength(issued);
	});

	it('is renewed with the same key, also by two processes at once', async () => {
		instance.service.authority.revokeAll();
		await Promise.all([run(runInNewProcess), run(runInNewProcess)]);
		const after = await stored();
		expect(after.accessToken).not.toBe(before.accessToken);
		expect(after.dpopPrivateKey).toBe(before.dpopPrivateKey);
		expect(new Set(instance.service.authority.thumbprints)).toEqual(new Set([before.thumbprint]));
	});
});
