import { existsSync } from 'node:fs';
import path from 'node:path';

import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { PagedHttpOAuth2Api } from '../../credentials/PagedHttpOAuth2Api.credentials';

const FILE = 'dist/credentials/OAuth2Api.credentials.js';

/** n8n's own credential in its versions: that of the tests, and those that the sandbox has installed. */
const VERSIONS = [
	path.dirname(require.resolve('n8n-nodes-base/package.json')),
	...['n8n', 'n8n-1.x'].map((line) => path.resolve('sandbox', line, 'node_modules/n8n-nodes-base')),
].filter((folder) => existsSync(path.join(folder, FILE)));

/** Ours has another name for it, since n8n clears the scope of a credential that is connected. */
const RENAMED = new Map([['scope', 'requestedScope']]);

interface Field {
	label: string;
	choices: unknown[];
}

/** @returns what the form of a credential shows, apart from what n8n has behind a switch of the server */
function shown(properties: INodeProperties[]): Map<string, Field> {
	const switched = properties.filter((property) => 'envFeatureFlag' in property);
	const isSwitched = ({ name, displayOptions: { show = {} } = {} }: INodeProperties) =>
		switched.some((property) => property.name === name || property.name in show);
	return new Map(
		properties
			.filter((property) => property.type !== 'hidden' && !isSwitched(property))
			.map(({ name, displayName, options = [] }) => [
				name,
				{
					label: displayName,
					choices: options.flatMap((option) => ('value' in option ? [option.value] : [])),
				},
			]),
	);
}

/** @returns the fields and choices of n8n's credential that ours lacks, in words */
function missing(n8n: INodeProperties[], own: INodeProperties[]): string[] {
	const merged: INodeProperties[] = [];
	NodeHelpers.mergeNodeProperties(merged, n8n);
	NodeHelpers.mergeNodeProperties(merged, own);
	const ours = shown(merged);
	return [...shown(n8n)].flatMap(([name, { label, choices }]) => {
		const field = ours.get(RENAMED.get(name) ?? name);
		if (field?.label !== label) return [label];
		return choices
			.filter((choice) => !field.choices.includes(choice))
			.map((choice) => `${label}: ${String(choice)}`);
	});
}

const { properties } = new PagedHttpOAuth2Api();

describe.each(VERSIONS)('Paged HTTP OAuth2 API, beside the OAuth2 credential in %s', (folder) => {
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	const { OAuth2Api } = require(path.join(folder, FILE)) as {
		OAuth2Api: new () => ICredentialType;
	};
	const n8n = new OAuth2Api().properties;

	it('has each of its fields, and each of their choices', () => {
		expect(missing(n8n, properties)).toEqual([]);
	});

	it('has the grant types Authorization Code, Client Credentials and PKCE', () => {
		expect(shown(n8n).get('grantType')).toEqual({
			label: 'Grant Type',
			choices: ['authorizationCode', 'clientCredentials', 'pkce'],
		});
	});
});
