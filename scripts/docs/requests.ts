import { readSavedVersions } from '../saved/folder';
import type { Description } from './pages';
import { operationsOf } from './pages';
import { table } from './text';

const TOKEN_REQUEST = 'POST /tprm-api/oauth/token';

/** Ids in a path: UUIDs, and words with a prefix. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:vnd|doc)_[0-9a-f-]+/g;

/**
 * @returns what each operation requests of the service, as the newest saved workflows have done it: with
 *   the required fields, and with the options
 */
export function requestTable(nodes: Description[]): string {
	const { workflows = [], outcomes = {} } = readSavedVersions().at(-1) ?? {};
	const rows = nodes.flatMap((node) =>
		operationsOf(node).flatMap(({ resource, operation }) => {
			const sent = workflows.flatMap(({ name, nodes: [, ours] }) => {
				const { parameters = {}, requests = [] } = outcomes[name] ?? {};
				const chosen = parameters[ours?.name ?? ''];
				const isOne =
					ours?.type.endsWith(`.${node.name}`) === true &&
					chosen?.['resource'] === resource.value &&
					chosen?.['operation'] === operation.value;
				return isOne ? requests.map(methodAndPath) : [];
			});
			const different = [...new Set(sent)].filter((request) => request !== TOKEN_REQUEST);
			const cell = different.map((request) => `\`${request}\``).join('<br>');
			const label = `${node.displayName}: ${resource.name} > ${operation.name}`;
			return different.length === 0 ? [] : [[label, cell]];
		}),
	);
	return table(['Operation', 'Requests'], rows);
}

function methodAndPath(request: string): string {
	const [target = ''] = request.split(/[?|]/);
	return target.trim().replace(ID, '{id}');
}
