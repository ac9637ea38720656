import { createRequire } from 'node:module';

/** Resolves names as a program does that has the package installed. */
const load = createRequire(__filename);

it('exports the nodes and the credential', () => {
	expect(Object.keys(load('n8n-nodes-grc-tprm'))).toEqual(
		expect.arrayContaining([
			'Control',
			'GrcOAuth2Api',
			'PagedHttp',
			'PagedHttpTrigger',
			'Scope',
			'ScopeAssignment',
			'TprmVendor',
			'TprmVendorTrigger',
		]),
	);
});

it('offers the parts that are of use outside n8n without the nodes', () => {
	expect(load('n8n-nodes-grc-tprm/paging')).toMatchObject({
		forEachPage: expect.any(Function),
		paginate: expect.any(Function),
		validateDataset: expect.any(Function),
	});
	expect(load('n8n-nodes-grc-tprm/webhook')).toMatchObject({
		verifySignature: expect.any(Function),
	});
});
