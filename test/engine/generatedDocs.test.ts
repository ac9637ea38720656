import { readFileSync } from 'node:fs';

import glob from 'fast-glob';
import type { INodeTypeDescription } from 'n8n-workflow';

import { EVENT_CATALOG, STATUS_CHANGES } from '../../nodes/shared/webhook/eventCatalog';
import { outdated } from '../../scripts/docs/generated';
import { harnessForAll } from '../helpers/harness';

const harness = harnessForAll();

const page = (file: string) => readFileSync(file, 'utf8');
const pageOf = ({ displayName }: INodeTypeDescription) =>
	`${displayName.toLowerCase().replaceAll(' ', '-')}.md`;

function nodes(): INodeTypeDescription[] {
	const { project } = harness.engine.packages;
	return Object.keys(project.known.nodes).map(
		(type) => project.getNode(type).type.description as INodeTypeDescription,
	);
}

it('the pages say about the nodes what the nodes say (npm run generate updates them)', async () => {
	expect([...(await outdated(harness.engine.packages.project)).keys()]).toEqual([]);
});

it('every node has a page, with a table of its operations where it has some', () => {
	expect(nodes().length).toBeGreaterThan(0);
	for (const node of nodes()) {
		const text = page(`docs/nodes/${pageOf(node)}`);
		expect(text).toContain(`# ${node.displayName}\n`);
		const hasMenu = node.properties.some(({ name }) => name === 'operation');
		expect([node.name, text.includes(`<!-- operations of ${node.name} -->`)]).toEqual([
			node.name,
			hasMenu,
		]);
	}
});

it('the README leads to the page of every node, and to the events', () => {
	const text = page('README.md');
	for (const node of nodes()) expect(text).toContain(`(docs/nodes/${pageOf(node)})`);
	expect(text).toContain('(docs/reference/events.md)');
});

it('the reference has every parameter of every operation, by its label', () => {
	for (const node of nodes()) {
		const text = page(`docs/reference/${pageOf(node)}`);
		const labels = node.properties.flatMap((property) =>
			(property.options ?? []).flatMap((option) =>
				// What is only shown where it is saved has its row elsewhere.
				'type' in option && !option.displayOptions?.show?.[option.name]
					? `${property.displayName} > ${option.displayName}`
					: [],
			),
		);
		const plain = node.properties
			.filter(
				({ type, name }) =>
					!['notice', 'hidden', 'collection', 'fixedCollection'].includes(type) &&
					!['resource', 'operation'].includes(name),
			)
			.map(({ displayName }) => displayName);
		for (const label of [...labels, ...plain]) {
			// A heading has no row of its own, but those of its fields.
			const isThere = text.includes(`**${label}**`) || text.includes(`**${label} > `);
			expect([node.name, label, isThere]).toEqual([node.name, label, true]);
		}
	}
});

it('the reference has every event and every field of the credential', () => {
	const events = page('docs/reference/events.md');
	for (const { value } of EVENT_CATALOG) expect(events).toContain(`\`${value}\``);
	for (const { value } of STATUS_CHANGES) expect(events).toContain(`\`${value}\``);
	const credential = page('docs/reference/credential.md');
	const { properties } = harness.engine.packages.credentialType('grcOAuth2Api');
	for (const { displayName, type } of properties) {
		expect([displayName, credential.includes(`**${displayName}**`)]).toEqual([
			displayName,
			type !== 'hidden',
		]);
	}
});

it('an option that is on once added is off until then, as the code takes it', () => {
	const rows = glob
		.sync('docs/reference/*.md')
		.flatMap((file) => [
			...page(file).matchAll(
				/^\| \*\*(?:Options|Filters) > (.*?)\*\* .*\| (On|Off until added) +\|$/gm,
			),
		])
		.map(([, label = '', fallback = '']) => [label, fallback]);
	expect(rows.length).toBeGreaterThan(5);
	const sources = glob.sync('nodes/**/*.ts').map(page).join('\n');
	for (const [label = '', fallback] of rows) {
		const name = label.charAt(0).toLowerCase() + label.slice(1).replaceAll(' ', '');
		// The field that a switch is read by is on, or the code takes what is not added for on.
		const field = `'${label}',\\s+'\\w+',\\s+'.*',\\s+\\{ default: true \\}`;
		const isOn = new RegExp(`${field}|'${label}', true\\)|\\b${name} !== false`).test(sources);
		expect([label, fallback]).toEqual([label, isOn ? 'On' : 'Off until added']);
	}
});

/** The part of an entry that says how it is paged. */
interface KnownApi {
	setups: Array<{
		dataset: { url: string; pagingScheme: { request?: { limitParameter?: string } } };
	}>;
}

it('no known API is read with the page size of the test servers, by who copies its URL', () => {
	const apis = JSON.parse(page('docs/known-apis.json')) as KnownApi[];
	expect(apis.length).toBeGreaterThan(150);
	const small = apis.flatMap(({ setups }) =>
		setups.flatMap(({ dataset: { url, pagingScheme } }) => {
			const { limitParameter = '' } = pagingScheme.request ?? {};
			const size = new URLSearchParams(url.split('?')[1]).get(limitParameter);
			return size !== null && Number(size) < 50 ? [url] : [];
		}),
	);
	expect(small).toEqual([]);
});
