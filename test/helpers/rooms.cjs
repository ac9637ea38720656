/**
 * Which room may import which. `test/project/architecture.test.ts` runs it, and shows that each rule
 * can fail.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
	forbidden: [
		{
			name: 'no-circular',
			comment: 'Files that import each other can only be understood, tested, and moved together.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-circular-folders',
			comment: 'Folders in shared/ import each other in one direction only.',
			severity: 'error',
			scope: 'folder',
			from: { path: '^nodes/shared/[^/]+$' },
			to: { circular: true },
		},
		only('basics', '^nodes/shared/basics/', []),
		// The builders of form fields, which nodes and credentials use.
		only('forms', '^nodes/shared/forms/', ['forms']),
		// How n8n is worked around; what is pure knows nothing of it.
		only('n8n', '^nodes/shared/n8n/', ['n8n']),
		only('http', '^nodes/shared/http/', ['http']),
		only('auth', '^nodes/shared/auth/', ['auth', 'forms', 'http', 'n8n']),
		// What an answer says about its list is read in one place.
		only('service', '^nodes/shared/service/', [
			'service',
			'auth',
			'http',
			'n8n',
			'paging/response',
		]),
		only('node', '^nodes/shared/node/', ['node', 'forms', 'service', 'n8n']),
		only('paging', '^nodes/shared/paging/', ['paging']),
		only('changes', '^nodes/shared/changes/', ['changes', 'paging']),
		only('read', '^nodes/shared/read/', [
			'read',
			'changes',
			'paging',
			'node',
			'forms',
			'service',
			'auth',
			'http',
			'n8n',
		]),
		only('webhook', '^nodes/shared/webhook/', ['webhook']),
		{
			name: 'a-node-knows-itself-and-shared',
			comment: 'What two nodes use is in shared/.',
			severity: 'error',
			from: { path: '^nodes/(?!shared/)([^/]+)/' },
			to: {
				path: '^(nodes|credentials|sandbox|scripts|bench|test)/',
				pathNot: '^nodes/(shared|$1)/',
			},
		},
		{
			name: 'credentials-know-auth',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: '^(nodes|sandbox|scripts|bench|test)/', pathNot: '^nodes/shared/(auth|forms)/' },
		},
		{
			name: 'the-service-is-independent',
			comment: 'Two independent readings of the specification check each other.',
			severity: 'error',
			from: { path: '^sandbox/service/' },
			to: { path: '^(nodes|credentials)/' },
		},
		{
			name: 'the-designs-are-independent',
			comment: 'A server that reads with the code under test would make the same mistakes.',
			severity: 'error',
			from: { path: '^sandbox/designs/', pathNot: '^sandbox/designs/(form|index)[.]ts$' },
			to: { path: '^(nodes|credentials)/' },
		},
		{
			name: 'an-operation-has-an-entry',
			comment: 'An operation that no resource file lists would not be in any menu.',
			severity: 'error',
			from: { path: '[.]node[.]ts$' },
			to: { path: '^nodes/.+[.]operation[.]ts$', reachable: false },
		},
		{
			name: 'tests-are-not-a-library',
			severity: 'error',
			from: { path: '^(nodes|credentials|sandbox|scripts|bench)/' },
			to: { path: '^test/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(node_modules|dist|[.]data)/|^sandbox/n8n' },
		// Types count: whoever reads a file has to read what its types come from.
		tsPreCompilationDeps: true,
	},
};

/** A room in shared/ that imports nothing but the named ones and the basics, which all use. */
function only(room, path, rooms) {
	const allowed = ['basics', ...rooms].map((name) => `${name}/`);
	return {
		name: `${room}-imports`,
		severity: 'error',
		from: { path },
		to: {
			path: '^(nodes|credentials|sandbox|scripts|bench|test)/',
			pathNot: `^nodes/shared/(${allowed.join('|')})`,
		},
	};
}
