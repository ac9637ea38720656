import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail that was sent to the sandbox. */
export interface Mail {
	to: string;
	subject: string;
	/** Everything below the headers, decoded. */
	body: string;
}

/** A mail server on loopback that delivers nothing: it keeps what workflows send. */
export class Mailbox {
	readonly mails: Mail[] = [];
	/** Recipients that are refused. */
	readonly refused = new Set<string>();
	private readonly sockets = new Set<Socket>();
	private readonly server = createServer(
		(socket) => void this.serve(socket).catch(() => undefined),
	);

	static async start(): Promise<Mailbox> {
		const mailbox = new Mailbox();
		await new Promise<void>((resolve, reject) => {
			mailbox.server.once('error', reject);
			mailbox.server.listen(0, '127.0.0.1', resolve);
		});
		return mailbox;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise<void>((resolve) => this.server.close(() => resolve()));
	}

	/** As little of SMTP (RFC 5321) as a client needs. */
	private async serve(socket: Socket): Promise<void> {
		this.sockets.add(socket);
		socket.once('close', () => this.sockets.delete(socket));
		const answer = (line: string) => socket.write(`${line}\r\n`);
		let to = '';
		let data: string[] | undefined;
		answer('220 sandbox');
		for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
			if (data) {
				if (line !== '.') {
					data.push(line.replace(/^\./, ''));
					continue;
				}
				this.mails.push(readMail(to, data));
				data = undefined;
				answer('250 kept');
				continue;
			}
			const command = line.slice(0, 4).toUpperCase();
			if (command === 'RCPT') {
				to = /<(.*)>/.exec(line)?.[1] ?? '';
				answer(this.refused.has(to) ? '550 No such mailbox' : '250 ok');
			} else if (command === 'DATA') {
				data = [];
				answer('354 go ahead');
			} else if (command === 'QUIT') {
				socket.end('221 bye\r\n');
			} else {
				answer('250 ok');
			}
		}
	}
}

function readMail(to: string, lines: string[]): Mail {
	const end = lines.indexOf('');
	const headers = lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ');
	const subject = /^Subject: (.*)$/im.exec(headers)?.[1] ?? '';
	const body = lines.slice(end + 1).join('\n');
	const isQuoted = /^Content-Transfer-Encoding: quoted-printable$/im.test(headers);
	return { to, subject, body: (isQuoted ? unquoted(body) : body).trim() };
}

/** Quoted-printable (RFC 2045) as text. */
function unquoted(text: string): string {
	const bytes = text
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}
