import glob from 'fast-glob';
import type { INodeTypeDescription } from 'n8n-workflow';

/** What n8n does to a value after it was read; nodes that read plain fields of items themselves would not. */
const DONE_BY_N8N = ['extractValue', 'validateType'];

const nodes = glob.sync('nodes/*/*.node.ts').map((file) => {
	const [, name = ''] = /(\w+)\.node\.ts$/.exec(file) ?? [];
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	const classes = require(`../../${file}`) as Record<
		string,
		new () => { description: INodeTypeDescription }
	>;
	const NodeClass = classes[name];
	if (!NodeClass) throw new Error(`${file} does not export ${name}`);
	return { name, NodeClass };
});

test('all nodes are here', () => expect(nodes).toHaveLength(8));

test.each(nodes)('$name has no parameter that n8n changes after it was read', ({ NodeClass }) => {
	const found: string[] = [];
	JSON.stringify(new NodeClass().description, (key, value: unknown) => {
		if (DONE_BY_N8N.includes(key)) found.push(key);
		return value;
	});
	expect(found).toEqual([]);
});
