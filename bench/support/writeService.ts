import { subscribe } from 'node:diagnostics_channel';

import { TOKEN_PATH } from '../../sandbox/service/auth';
import { sampleControls, sampleScopes } from '../../sandbox/service/sampleData';
import { startService } from '../../sandbox/service/service';
import { stableId } from '../../sandbox/service/stableId';

/** Starts a measurement: empties the service, and says how long it takes for a write. */
export interface WriteCommand {
	latencyMs: number;
	/** Scopes that it has then besides the samples, as names on their paths, parents first. */
	scopes?: string[][];
}

/** What the service saw since the last command, and the ids of the scopes of this one. */
export interface WriteCounts {
	/** Without those for tokens. */
	requests: number;
	/** Milliseconds with at least one request open. */
	openMs: number;
	vendors: number;
	/** Without the samples. */
	scopes: number;
	/** Pairs of control and scope. */
	assignments: number;
	ids: string[];
}

/** What the benchmark is told first. */
export interface WriteService {
	url: string;
	client: { id: string; secret: string };
	controlIds: string[];
	scopeIds: string[];
}

/** Longer than any benchmark, so that none of them has to renew its token. */
const TOKEN_SECONDS = 24 * 60 * 60;

/** The reference service in a process of its own, with as many controls as its argument says. */
async function main(): Promise<void> {
	const [template] = sampleControls();
	if (!template) throw new Error('There are no sample controls');
	const controls = Array.from({ length: Number(process.argv[2]) }, (_, index) => ({
		...template,
		id: stableId('bench control', String(index)),
	}));
	const service = await startService({ controls, vendors: [], documents: [] });
	const { organization, vendors, log, faults } = service;
	service.authority.tokenLifetime = TOKEN_SECONDS;
	const openTime = measureOpenTime();
	const samples = [...organization.scopes.values()];

	process.on('message', ({ latencyMs, scopes = [] }: WriteCommand) => {
		const counts = {
			requests: log.requests.filter(({ path }) => path !== TOKEN_PATH).length,
			openMs: openTime(),
			vendors: vendors.byId.size,
			scopes: organization.scopes.size - samples.length,
			assignments: [...organization.assignments.values()].reduce((sum, { size }) => sum + size, 0),
		};
		log.clear();
		vendors.byId.clear();
		organization.scopes.clear();
		organization.assignments.clear();
		for (const sample of samples) organization.scopes.set(sample.id, sample);
		faults.clear();
		const fault = { kind: 'slow', ms: latencyMs } as const;
		for (const method of ['POST', 'PATCH']) faults.add({ fault, method, times: Infinity });
		process.send?.({ ...counts, ids: fill(scopes) } satisfies WriteCounts);
	});
	process.send?.({
		url: service.url,
		client: service.client,
		controlIds: controls.map(({ id }) => id),
		scopeIds: sampleScopes()
			.filter(({ status }) => status === 'active')
			.map(({ id }) => id),
	} satisfies WriteService);
	process.on('disconnect', () => void service.close().then(() => process.exit()));

	function fill(paths: string[][]): string[] {
		const ids = new Map<string, string>();
		for (const names of paths) {
			const { id } = organization.createScope({
				...{ name: names.at(-1) ?? '', owner: 'user-1', description: 'Sells and ships' },
				parentId: ids.get(names.slice(0, -1).join(' / ')),
			});
			ids.set(names.join(' / '), id);
		}
		return [...ids.values()];
	}
}

/** @returns a function for the milliseconds, since its last call, in which a request was open */
function measureOpenTime(): () => number {
	const open = new Set<unknown>();
	let since = 0;
	let total = 0;
	subscribe('http.server.request.start', (message) => {
		if (open.size === 0) since = performance.now();
		const { response } = message as { response: NodeJS.EventEmitter };
		open.add(response);
		response.once('close', () => {
			if (open.delete(response) && open.size === 0) total += performance.now() - since;
		});
	});
	return () => {
		const result = total;
		total = 0;
		return result;
	};
}

void main();
