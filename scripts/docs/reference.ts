import type { ICredentialType, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Description } from './pages';
import { operationsOf, pageName } from './pages';
import type { Row } from './parameters';
import { contentOf, noticesOf, parameterRows, parameterTable } from './parameters';
import { cell, sentence, table } from './text';

const GENERATED = '<!-- `npm run generate` writes this page: changes here are lost. -->';

const ABOUT_OPTIONAL =
	'Options have their default until you add them. Filters, Additional Fields, and Update Fields are not set until you add them.';

const SHARED = 'Fields of several operations';

/** A node that takes most of its fields from another one: only the others have a row of their own. */
const TAKEN_FROM: Record<string, string> = { pagedHttpTrigger: 'pagedHttp' };

type Credential = Pick<ICredentialType, 'displayName' | 'extends' | 'properties'>;

/** @returns the pages of `docs/reference` by file name */
export function referencePages(
	nodes: Description[],
	credentials: Credential[],
	events: readonly INodePropertyOptions[],
): Record<string, string> {
	return {
		'index.md': indexPage(nodes),
		'credential.md': credentialPage(credentials),
		'events.md': eventsPage(events),
		...Object.fromEntries(nodes.map((node) => [`${pageName(node)}.md`, nodePage(node, nodes)])),
	};
}

function nodePage(node: Description, nodes: Description[]): string {
	const { displayName, description, properties, name } = node;
	const intro = [
		`${sentence(cell(description))} For setup and examples, see [${displayName}](../nodes/${pageName(node)}.md).`,
		ABOUT_OPTIONAL,
	];
	const source = nodes.find((candidate) => candidate.name === TAKEN_FROM[name]);
	const sections = operationsOf(node).map(({ resource, operation, parameters }) => ({
		heading: `${resource.name && `${resource.name}: `}${operation.name}`,
		intro: [sentence(cell(operation.description)), ...noticesOf(parameters)],
		rows: parameterRows(parameters, properties),
	}));
	return page(`${displayName}: parameters`, [
		...intro,
		...(source ? rest(node, source) : []),
		...(sections.length > 0 ? sectionsWith(SHARED, sections) : []),
		...(sections.length > 0 || source ? [] : wholeForm(properties)),
	]);
}

function wholeForm(properties: INodeProperties[]): string[] {
	return [...noticesOf(properties), ...parameterTable(parameterRows(properties, properties))];
}

/** The fields that a node has for itself, and the names of those that another one describes. */
function rest({ properties }: Description, source: Description): string[] {
	const taken = new Set(
		parameterRows(source.properties, source.properties).map((row) => contentOf(row)),
	);
	const rows = parameterRows(properties, properties);
	const isTaken = (row: Row) => taken.has(contentOf(row));
	const link = `[${source.displayName}](${pageName(source)}.md)`;
	return [
		...noticesOf(properties),
		...parameterTable(rows.filter((row) => !isTaken(row))),
		`As in ${link} when it reads what is new and changed: ${namesOf(rows.filter(isTaken))}.`,
	];
}

interface Section {
	heading: string;
	intro: string[];
	rows: Row[];
}

/** Describes what several sections have once, below them; each of them names it. */
function sectionsWith(heading: string, sections: Section[]): string[] {
	const keyOf = (row: Row) => [contentOf(row), ...row.conditions].join('\n');
	const places = new Map<string, number>();
	const rows = new Map<string, Row>();
	for (const row of sections.flatMap((section) => section.rows)) {
		places.set(keyOf(row), (places.get(keyOf(row)) ?? 0) + 1);
		rows.set(keyOf(row), row);
	}
	const isShared = (row: Row) => (places.get(keyOf(row)) ?? 0) > 1;
	const isOption = ({ name }: Row) => Number(name.startsWith('**Options'));
	const shared = [...rows.values()].filter(isShared).sort((a, b) => isOption(a) - isOption(b));
	const link = `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
	return [
		...sections.flatMap((section) => [
			`## ${section.heading}`,
			...section.intro,
			...parameterTable(section.rows.filter((row) => !isShared(row))),
			...(section.rows.some(isShared)
				? [`See ${link}: ${namesOf(section.rows.filter(isShared))}.`]
				: []),
		]),
		...(shared.length > 0 ? [`## ${heading}`, ...parameterTable(shared)] : []),
	];
}

function namesOf(rows: Row[]): string {
	return [...new Set(rows.map(({ name }) => name.replace(' (required)', '')))].join(', ');
}

const INHERITED =
	"It has the fields of n8n's own [OAuth2 credential](https://docs.n8n.io/integrations/builtin/credentials/httprequest/), and these:";

function credentialPage(credentials: Credential[]): string {
	const sections = credentials.map(({ displayName, properties, extends: parents = [] }) => {
		const shown = properties.filter(({ type }) => type !== 'hidden');
		return {
			heading: displayName,
			intro: [...(parents.length > 0 ? [INHERITED] : []), ...noticesOf(shown)],
			rows: parameterRows(shown, shown),
		};
	});
	return page('Credential fields', [
		'For setup and guarantees, see [Credential](../credential.md) and [Credentials for other APIs](../credential-paged-http.md).',
		...sectionsWith('Fields of several credentials', sections),
	]);
}

function eventsPage(events: readonly INodePropertyOptions[]): string {
	const rows = events.map(({ name, value, description = '' }) => [
		name,
		`\`${value}\``,
		cell(description),
	]);
	return page('Events', [
		`The events that start a workflow with the [TPRM Trigger](../nodes/tprm-trigger.md). The node reads its list from the service, so it can also show events that are newer than this page.`,
		table(['In the list', 'Event', 'When it is sent'], rows),
	]);
}

function indexPage(nodes: Description[]): string {
	const rows = nodes.map((node) => [
		`[${node.displayName}](${pageName(node)}.md)`,
		cell(node.description),
	]);
	return page('Parameter reference', [
		'Every parameter of every operation: what it is for, its options, its default, and when the form shows it.',
		table(['Node', 'What it does'], rows),
		'See also the [fields of the credential](credential.md) and the [events](events.md) of the trigger.',
	]);
}

function page(title: string, parts: string[]): string {
	return [GENERATED, `# ${title}`, ...parts].join('\n\n');
}
