/** The rooms of `nodes/shared/`: what each has, and which others it may import besides the basics. */
const ROOMS = require('./scripts/docs/rooms.json');

/**
 * Which room may import which. `test/project/architecture.test.ts` runs it.
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
		...ROOMS.map(onlyImports),
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

/** A room imports nothing but itself, the named ones, and the basics. */
function onlyImports({ room, may }) {
	const allowed = ['basics', room, ...may].map((name) => `${name}/`);
	return {
		name: `${room}-imports`,
		severity: 'error',
		from: { path: `^nodes/shared/${room}/` },
		to: {
			path: '^(nodes|credentials|sandbox|scripts|bench|test)/',
			pathNot: `^nodes/shared/(${allowed.join('|')})`,
		},
	};
}
