import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';

let harness: Harness;

beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => await harness.stop());

/** Runs a node whose request is refused with a body, and returns its error item. */
async function refusedWith(
	json: unknown,
	{ status = 400, type = 'scope', resource = 'scope', contentType = 'application/json' } = {},
): Promise<IDataObject> {
	harness.service.faults.clear();
	harness.service.faults.add({
		fault: { kind: 'status', status, body: { json, contentType } },
		path: /^\/(v1\/scopes|tprm-api\/vendors\/search)$/,
	});
	const result = await harness.run({
		type,
		parameters: { resource, operation: 'getMany' },
		settings: { onError: 'continueRegularOutput' },
	});
	return result.json(NODE)[0]?.error as IDataObject;
}

describe('what the service says reaches the user', () => {
	it.each([
		['message', { message: 'The list is closed' }],
		['detail', { detail: 'The list is closed' }],
		['title', { type: 'about:blank', title: 'The list is closed', status: 400 }],
		['errors of texts', { errors: ['The list is closed'] }],
		['errors of objects', { errors: [{ message: 'The list is closed' }] }],
		['error as text', { error: 'The list is closed' }],
		['error as object', { error: { message: 'The list is closed' } }],
		['error_description', { error: 'closed', error_description: 'The list is closed' }],
	])('%s', async (_, body) => {
		expect(await refusedWith(body)).toMatchObject({ message: 'The list is closed' });
		const vendor = { type: 'tprmVendor', resource: 'vendor' };
		expect(await refusedWith(body, vendor)).toMatchObject({ message: 'The list is closed' });
	});

	it.each([
		['/v1', {}],
		['/tprm-api', { type: 'tprmVendor', resource: 'vendor' }],
	])('a problem with its own content type, from %s', async (_, node) => {
		const problem = {
			type: 'https://example.com/problems/closed',
			title: 'Closed',
			status: 403,
			detail: 'The list is closed until Monday',
		};
		for (const contentType of [
			'application/problem+json',
			'application/problem+json; charset=utf-8',
		]) {
			const error = await refusedWith(problem, { ...node, status: 403, contentType });
			expect(error).toMatchObject({
				message: 'Closed: The list is closed until Monday',
				httpStatus: 403,
			});
			expect(harness.service.log.requests.at(-1)?.status).toBe(403);
		}
	});

	it('on one line, without secrets, and not longer than can be read', async () => {
		const { secret } = harness.service.client;
		const error = await refusedWith({ errors: [`${secret}\nforged`, 'x'.repeat(5_000)] });
		expect(error.message).toMatch(/^\*\*\* forged; x+…$/);
		expect(String(error.message).length).toBeLessThanOrEqual(1_000);
	});

	it('with advice for a 404 that has no code', async () => {
		const error = await refusedWith({ message: 'No such scope' }, { status: 404 });
		expect(error.message).toBe('No such scope');
		expect(error.description).toContain('Check the IDs in this item');
		expect(error.description).toContain('Check Base URL in the credential');
	});
});
