import { readRequests } from '../schemas/requests';
import type { Description } from './pages';
import { operationsOf } from './pages';
import { table } from './text';

/** @returns what each operation requests of the service */
export function requestTable(nodes: Description[]): string {
	const requests = readRequests();
	const rows = nodes.flatMap((node) =>
		operationsOf(node).flatMap(({ resource, operation }) => {
			const sent = requests[`${node.name} ${String(resource.value)} ${String(operation.value)}`];
			const cell = (sent ?? []).map((request) => `\`${request}\``).join('<br>');
			const label = `${node.displayName}: ${resource.name} > ${operation.name}`;
			return cell === '' ? [] : [[label, cell]];
		}),
	);
	return table(['Operation', 'Requests'], rows);
}
