import { TARGETS } from '../../bench/triggers/targets';
import { readExamples } from '../../sandbox/demo/examples';
import { assertImportable, workflowId } from '../../sandbox/server/instance';

it('every example has an id of its own that n8n 1.x keeps static data for', () => {
	const ids = readExamples().map((example) => ({ id: workflowId(example) }));
	expect(() => assertImportable(ids)).not.toThrow();
});

it('the triggers of the benchmark can be imported', () => {
	expect(() => assertImportable(TARGETS)).not.toThrow();
});

it.each([
	[['e2e-count-lastNode'], 'The id "e2e-count-lastNode" of a workflow has more than 16 characters'],
	[['twice', 'once', 'twice'], 'Two workflows have the id "twice"'],
])('refuses to import %j', (ids, message) => {
	expect(() => assertImportable(ids.map((id) => ({ id })))).toThrow(message);
});
