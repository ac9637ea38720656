import { parseArgs } from 'node:util';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { command } from '../sandbox/command';
import { ASSUMPTIONS } from './check/assumptions';
import { observe } from './check/calls';
import type { Finding } from './check/types';

const USAGE = `Compares a service with what this package assumes about it (docs/open-points.md). It only reads,
and its report has no data of the organization: only shapes, counts, and names of fields.

  npx tsx scripts/check.ts --base-url https://grc.example.com [options]

The client is read from the environment, so that its secret is neither in the history of your shell
nor in the list of processes:

  read -r GRC_CLIENT_ID; read -rs GRC_CLIENT_SECRET; export GRC_CLIENT_ID GRC_CLIENT_SECRET

The exit code is 0 if nothing differs, 1 if something does, and 2 if the check was not possible.

  --base-url     Base URL of the credential
  --token-url    Token URL, if it is not below the base URL
  --scope        Scope to request
  --api-version  API Version (default v1)
  --date-format  Organization Date Format (default yyyy-MM-dd)
  --time-zone    Organization Time Zone (default UTC)
  --ignore-ssl   accept any certificate`;

/** What a person reads; those that differ come first. */
const LABELS = { differs: 'DIFFERS', same: 'as assumed', unseen: 'not seen' };

/** @returns for each assumption what the service shows about it */
export async function check(data: ICredentialDataDecryptedObject): Promise<Finding[]> {
	const observed = await observe(data);
	return ASSUMPTIONS.map(({ title, check: verdictOn }) => ({ title, ...verdictOn(observed) }));
}

/** Prints the report about a service. */
export async function checkService(args: string[]): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args,
		options: {
			'base-url': text,
			'token-url': text,
			scope: text,
			'api-version': text,
			'date-format': text,
			'time-zone': text,
			'ignore-ssl': { type: 'boolean', default: false },
		},
	});
	if (values['base-url'] === undefined) throw new Error(`--base-url is required.\n\n${USAGE}`);
	const data = {
		baseUrl: values['base-url'],
		tokenUrl: values['token-url'] ?? '',
		scope: values.scope ?? '',
		apiVersion: values['api-version'] ?? '',
		organizationDateFormat: values['date-format'] ?? '',
		organizationTimeZone: values['time-zone'] ?? '',
		ignoreSSLIssues: values['ignore-ssl'],
		...readClient(),
	};
	const findings = await check(data).catch((error: Error) => {
		throw new Error(explained(error));
	});
	console.log(report(findings));
	process.exitCode = findings.some(({ result }) => result === 'differs') ? 1 : 0;
}

function readClient(): { clientId: string; clientSecret: string } {
	const { GRC_CLIENT_ID: clientId, GRC_CLIENT_SECRET: clientSecret } = process.env;
	if (clientId && clientSecret) return { clientId, clientSecret };
	throw new Error(`GRC_CLIENT_ID and GRC_CLIENT_SECRET are required.\n\n${USAGE}`);
}

/** @returns a line for each finding, and how many differ */
export function report(findings: Finding[]): string {
	const lines = Object.entries(LABELS).flatMap(([wanted, label]) =>
		findings
			.filter(({ result }) => result === wanted)
			.map(({ title, note }) => `${label.padEnd(12)}${title}: ${note}`),
	);
	const differing = findings.filter(({ result }) => result === 'differs').length;
	const summary =
		differing === 0
			? 'Nothing differs.'
			: `${differing} of ${findings.length} differ. docs/open-points.md says what that means for the nodes.`;
	return [...lines, '', summary].join('\n');
}

/** @returns what may be printed of an error */
function explained(error: Error & { description?: string }): string {
	const { message, description = '' } = error;
	// The reason that the token endpoint gives is in parentheses, and may have anything in it.
	return [message, description.replace(/ \([^]*\)/, '')].filter(Boolean).join('\n');
}

if (require.main === module) void command(USAGE, checkService, 2);
