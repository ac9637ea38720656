import { startService } from '../../sandbox/service/service';

/** What the benchmark asks the service to do. */
export interface VendorCommand {
	/** Time that a creation takes, in milliseconds. */
	answerMs: number;
	/** Share of the requests that fail, from 0 to 1; none fails more than three times. */
	faults: number;
	/** The first request for each vendor is refused with 429 and this Retry-After, in seconds. */
	refuseOnceFor?: number;
}

/** The service asks for no wait, so that the time is that of the run's own ones. */
const FAULTS = [
	{ kind: 'status', status: 429, retryAfter: '0' },
	{ kind: 'status', status: 503, retryAfter: '0' },
	{ kind: 'reset', when: 'after' },
] as const;

/** The reference service without vendors, in a process of its own. */
async function main() {
	const service = await startService({ vendors: [], documents: [] });
	const failed = new Map<string, number>();
	let refuseOnceFor: number | undefined;
	const take = service.faults.take.bind(service.faults);
	service.faults.take = (method, path) => {
		const key = service.log.requests.at(-1)?.headers['idempotency-key'];
		const count = failed.get(String(key)) ?? 0;
		if (key !== undefined && count === 0 && refuseOnceFor !== undefined) {
			failed.set(key, 1);
			return { kind: 'status', status: 429, retryAfter: String(refuseOnceFor) };
		}
		const fault = key === undefined || count > 2 ? undefined : take(method, path);
		if (fault) failed.set(String(key), count + 1);
		return fault;
	};
	process.on('message', ({ answerMs, faults, ...command }: VendorCommand) => {
		refuseOnceFor = command.refuseOnceFor;
		const created = service.vendors.byId.size;
		const requests = service.log.count();
		service.vendors.byId.clear();
		service.log.clear();
		service.faults.clear();
		failed.clear();
		service.vendors.processing =
			answerMs === 0
				? undefined
				: async () => await new Promise<void>((resolve) => setTimeout(resolve, answerMs));
		// A rule is asked only where those before it did not strike, hence the quotients.
		const share = faults / 3;
		for (const [index, fault] of FAULTS.entries()) {
			const probability = share / (1 - index * share);
			service.faults.add({ fault, times: Infinity, probability });
		}
		process.send?.({ created, requests });
	});
	process.send?.({ url: service.url, client: service.client });
	process.on('disconnect', () => void service.close());
}

void main();
