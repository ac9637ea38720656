import type { ICredentialType, INodePropertyOptions } from 'n8n-workflow';

import type { Description } from './pages';
import { operationsOf, pageName } from './pages';
import { parameterTable } from './parameters';
import { cell, sentence, table } from './text';

const GENERATED = '<!-- `npm run generate` writes this page: changes here are lost. -->';

const ABOUT_OPTIONAL =
	'Fields under Options, Filters, and Additional Fields apply once you add them. The default applies when you add the field.';

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
		...Object.fromEntries(nodes.map((node) => [`${pageName(node)}.md`, nodePage(node)])),
	};
}

function nodePage(node: Description): string {
	const { displayName, description, properties } = node;
	const operations = operationsOf(node).map(({ resource, operation, parameters }) => [
		`## ${resource.name && `${resource.name}: `}${operation.name}`,
		sentence(cell(operation.description)),
		parameterTable(parameters, properties),
	]);
	return page(`${displayName}: parameters`, [
		`${sentence(cell(description))} For setup and examples, see [${displayName}](../nodes/${pageName(node)}.md).`,
		ABOUT_OPTIONAL,
		...(operations.length > 0 ? operations.flat() : [parameterTable(properties, properties)]),
	]);
}

const INHERITED =
	"It has the fields of n8n's own [OAuth2 credential](https://docs.n8n.io/integrations/builtin/credentials/httprequest/), and these:";

function credentialPage(credentials: Credential[]): string {
	const sections = credentials.flatMap(({ displayName, properties, extends: parents = [] }) => {
		const shown = properties.filter(({ type }) => type !== 'hidden');
		const inherited = parents.length > 0 ? [INHERITED] : [];
		return [`## ${displayName}`, ...inherited, parameterTable(shown, shown)];
	});
	return page('Credential fields', [
		'For setup and guarantees, see [Credential](../credential.md) and [Credentials for other APIs](../credential-paged-http.md).',
		...sections,
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
