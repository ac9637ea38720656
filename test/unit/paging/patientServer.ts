import {
	forEachPage,
	type Limits,
	type PagingOptions,
	type SendControl,
	type Summary,
} from '../../../nodes/shared/paging';
import { parameter, rows, serve, start } from './fakeServer';

/** Lets everything happen that can happen without an answer. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => void setImmediate(resolve));
}

/** A server whose requests stay open until a test answers them. */
export class PatientServer {
	readonly asked: number[] = [];
	readonly controls = new Map<number, SendControl>();
	summary: Summary | undefined;
	private readonly open = new Map<number, (answer: object) => void>();
	private done: Promise<void> = Promise.resolve();

	constructor(
		private readonly dataset: object,
		private readonly options: {
			limits: Limits;
			clock?: { sleep(ms: number): Promise<void> };
			signal?: AbortSignal;
		},
	) {}

	/** Starts to read, and handles each page without delay. */
	async read(): Promise<void> {
		const server = serve((request, _count, control) => {
			const page = Number(parameter(request, 'page') ?? parameter(request, 'offset'));
			this.asked.push(page);
			this.controls.set(page, control);
			return new Promise((resolve) => this.open.set(page, resolve));
		});
		this.done = forEachPage(start(this.dataset, server, this.options), () => {}).then(
			(summary) => void (this.summary = summary),
		);
		await settle();
	}

	/** Answers one page with so many records. */
	async answer(page: number, count = 100, more: object = {}): Promise<void> {
		await this.say(page, { body: { items: rows(page * 1_000, page * 1_000 + count), ...more } });
	}

	async say(page: number, answer: object): Promise<void> {
		const resolve = this.open.get(page);
		if (!resolve) throw new Error(`Page ${page} was not asked for`);
		this.open.delete(page);
		resolve(answer);
		await settle();
	}

	isAnswered(page: number): boolean {
		return !this.open.has(page);
	}

	async end(): Promise<Summary> {
		await this.done;
		if (!this.summary) throw new Error('There is no summary');
		return this.summary;
	}

	control(page: number): SendControl {
		const control = this.controls.get(page);
		if (!control) throw new Error(`Page ${page} was not asked for`);
		return control;
	}
}

/** @returns a server that a run has begun to read */
export async function reading(
	dataset: object,
	limits: Limits,
	more: Omit<PagingOptions, 'send' | 'limits'> = {},
): Promise<PatientServer> {
	const server = new PatientServer(dataset, { limits, ...more });
	await server.read();
	return server;
}
