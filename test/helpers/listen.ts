import type { AddressInfo } from 'node:net';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

import { generate } from 'selfsigned';

/** Servers on loopback that a test starts and forgets. */
export class Listeners {
	private readonly servers: Server[] = [];

	/** @returns the address of a new server, another origin than all others */
	async http(answer: RequestListener): Promise<string> {
		return `http://127.0.0.1:${await this.listen(createServer(answer))}`;
	}

	/** @returns the address of a new server with an untrusted certificate */
	async https(answer: RequestListener): Promise<string> {
		const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
			keyType: 'ec',
		});
		return `https://127.0.0.1:${await this.listen(createSecureServer({ key, cert }, answer))}`;
	}

	close(): void {
		for (const server of this.servers.splice(0)) {
			server.closeAllConnections();
			server.close();
		}
	}

	private async listen(server: Server): Promise<number> {
		this.servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return (server.address() as AddressInfo).port;
	}
}
