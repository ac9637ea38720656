import type { ApiClient } from '../../sandbox/service/auth';
import type { Service } from '../../sandbox/service/service';

/** What came back, read to its end. */
export interface Answer {
	status: number;
	headers: Headers;
	body: unknown;
}

export interface RequestOptions {
	/** Sent as JSON. */
	json?: unknown;
	/** Sent as it is. */
	raw?: string | URLSearchParams;
	headers?: Record<string, string>;
}

/** The parts of an answer that tests look at; each is there when the test says so. */
export type Body = Record<string, unknown> & {
	id: string;
	name: string;
	access_token: string;
	vendors: Array<Record<string, unknown>>;
	error: { client_code: string; message: string; request_id: string; docs_url: string };
};

/** A client of the service that knows HTTP and nothing of the nodes. */
export class Client {
	private constructor(
		readonly service: Service,
		public token: string,
	) {}

	static async connect(service: Service, client: ApiClient = service.client): Promise<Client> {
		const { body } = await askForToken(service, { client });
		return new Client(service, (body as Body).access_token);
	}

	/** Sends a request and leaves the body to the caller. */
	async open(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
		const { json, raw, headers } = options;
		const body = json === undefined ? raw : JSON.stringify(json);
		return await fetch(`${this.service.url}${path}`, {
			method,
			redirect: 'manual',
			headers: {
				Authorization: `Bearer ${this.token}`,
				...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
				...headers,
			},
			...(body === undefined ? {} : { body }),
		});
	}

	async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
		return await read(await this.open(method, path, options));
	}

	/** Sends a request that has to succeed. */
	async ok(method: string, path: string, json?: unknown): Promise<Body> {
		const { status, body } = await this.send(method, path, { json });
		if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
		return body as Body;
	}
}

/** Exchanges credentials for a token. */
export async function askForToken(
	service: Service,
	request: {
		client?: Pick<ApiClient, 'id' | 'secret'>;
		authorization?: string;
		form?: Record<string, string>;
	} = {},
): Promise<Answer> {
	const { client = service.client, form = { grant_type: 'client_credentials' } } = request;
	const authorization = request.authorization ?? basic(client.id, client.secret);
	return await read(
		await fetch(`${service.url}/tprm-api/oauth/token`, {
			method: 'POST',
			headers: { Authorization: authorization },
			body: new URLSearchParams(form),
		}),
	);
}

function basic(...parts: string[]): string {
	const encoded = parts.map((part) => new URLSearchParams({ v: part }).toString().slice(2));
	return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
}

async function read(response: Response): Promise<Answer> {
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('json');
	const body: unknown = isJson ? JSON.parse(text) : text;
	return { status: response.status, headers: response.headers, body };
}

/** @returns status and code of a refusal, as `404 vendor.not_found` */
export function refusal({ status, body }: Answer): string {
	return `${status} ${(body as Body).error?.client_code}`;
}

/** @returns what a refusal says to people */
export function message({ body }: Answer): string {
	return (body as Body).error.message;
}
