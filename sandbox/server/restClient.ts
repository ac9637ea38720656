import { request } from './request';
import { until } from './until';

/** Login of the sandbox's only user; the instance listens on loopback only. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

const NOT_READY = 'Database is not ready';

/** Talks to n8n's server the way its editor does. */
export class RestClient {
	/** Of the user who is logged in; empty before `enter`. */
	cookies: Array<{ name: string; value: string }> = [];

	/** @param password of the owner, see `ownerPassword` */
	constructor(
		readonly url: string,
		readonly password: string,
	) {}

	/** Creates the owner's account on a new instance, or logs in to one that has it. */
	async enter(): Promise<void> {
		const { email } = OWNER;
		const { password } = this;
		const setup = await this.send('POST', '/rest/owner/setup', { ...OWNER, password });
		const answer = setup.ok
			? setup
			: await this.send('POST', '/rest/login', { email, emailOrLdapLoginId: email, password });
		if (!answer.ok)
			throw new Error(
				`n8n rejected the login of ${email}: ${await answer.text()}. To start over, use --reset.`,
			);
		this.cookies = answer.headers.getSetCookie().map((cookie) => {
			const [pair = ''] = cookie.split(';');
			const [name = '', ...value] = pair.split('=');
			return { name, value: value.join('=') };
		});
	}

	/**
	 * @returns the member `data` of the response, or all of it where there is none
	 * @throws Error with n8n's response when the status is not 2xx
	 */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await this.send(method, path, body);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
		const json = JSON.parse(text) as { data?: T };
		return json.data ?? (json as T);
	}

	/** On a busy machine, n8n's database may be late: n8n then refuses a request without reading it. */
	async send(method: string, path: string, body?: unknown): Promise<Response> {
		return await until(async () => {
			const answer = await this.sendOnce(method, path, body);
			const isReady = answer.status !== 503 || !(await answer.clone().text()).includes(NOT_READY);
			return { is: isReady, seen: answer };
		}, `${method} ${path}: ${NOT_READY}`);
	}

	private async sendOnce(method: string, path: string, body?: unknown): Promise<Response> {
		return await request(this.url + path, {
			method,
			headers: {
				cookie: this.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	}
}
