import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { Request, RequestHandler } from 'express';
import { Router, urlencoded } from 'express';

import type { ServiceClock } from './clock';
import { provenKey } from './dpop';
import { Refusal } from './envelope';

/** A client that may request tokens. */
export interface ApiClient {
	id: string;
	secret: string;
	/** What it may do at most. */
	scopes: string[];
}

export const ALL_SCOPES = ['grc:read', 'grc:write', 'tprm:read', 'tprm:write'];

interface IssuedToken {
	expiresAt: number;
	scopes: string[];
	/** Thumbprint of the key that it is bound to; a bearer token has none. */
	thumbprint: string | undefined;
}

/** Issues and checks access tokens. */
export class Authority {
	private readonly tokens = new Map<string, IssuedToken>();
	/** Client ids by token; kept for tokens that are no longer valid. */
	private readonly owners = new Map<string, string>();
	/** Seconds. */
	tokenLifetime = 600;

	constructor(
		readonly clients: ApiClient[],
		private readonly clock: ServiceClock,
	) {}

	issue(
		client: ApiClient,
		scopes: string[],
		thumbprint?: string,
	): {
		access_token: string;
		token_type: string;
		expires_in: number;
		scope: string;
	} {
		const token = `at_${randomBytes(24).toString('base64url')}`;
		const expiresAt = this.clock.now() + this.tokenLifetime * 1000;
		this.tokens.set(token, { scopes, expiresAt, thumbprint });
		this.owners.set(token, client.id);
		return {
			access_token: token,
			token_type: thumbprint === undefined ? 'Bearer' : 'DPoP',
			expires_in: this.tokenLifetime,
			scope: scopes.join(' '),
		};
	}

	/** Thumbprints of the keys that valid tokens are bound to. */
	get thumbprints(): string[] {
		return [...this.tokens.values()].flatMap(({ thumbprint }) => thumbprint ?? []);
	}

	/** @returns the id of the client that sent a request; empty if unknown */
	clientOf(request: Request): string {
		return this.owners.get(tokenOf(request) ?? '') ?? basicCredentials(request).id;
	}

	/** Invalidates all tokens issued so far. */
	revokeAll(): void {
		this.tokens.clear();
	}

	revoke(request: Request): void {
		this.tokens.delete(tokenOf(request) ?? '');
	}

	/** @throws Refusal 401 without a valid token, 403 when the token may not do this */
	check(request: Request): void {
		const token = tokenOf(request);
		const issued = token === undefined ? undefined : this.tokens.get(token);
		if (!issued || issued.expiresAt <= this.clock.now()) {
			const reason = issued ? 'has expired' : token ? 'is not known' : 'is missing';
			throw new Refusal(401, 'auth.invalid_token', `The access token ${reason}`, {
				'WWW-Authenticate': 'Bearer',
			});
		}
		const { scheme } = authorizationOf(request);
		if (issued.thumbprint !== undefined && scheme !== 'DPoP') {
			throw new Refusal(401, 'auth.invalid_token', 'The access token is bound to a key', {
				'WWW-Authenticate': 'DPoP algs="ES256", error="invalid_token"',
			});
		}
		if (issued.thumbprint !== provenKey(request)) {
			throw new Refusal(401, 'auth.invalid_token', 'The access token is bound to another key', {
				'WWW-Authenticate': 'DPoP algs="ES256", error="invalid_token"',
			});
		}
		const needed = neededScope(request);
		if (!issued.scopes.includes(needed)) {
			throw new Refusal(403, 'auth.insufficient_scope', `The access token lacks ${needed}`);
		}
	}
}

/** @returns the access token of a request, bound to a key or not */
export function tokenOf(request: Request): string | undefined {
	return authorizationOf(request).token;
}

function authorizationOf({ headers }: Request) {
	const [, scheme, token] = /^(Bearer|DPoP) (\S+)$/.exec(headers.authorization ?? '') ?? [];
	return { scheme, token };
}

/** POSTs that only read. */
const READING_POSTS = ['/v1/scopes/tree', '/tprm-api/vendors/search'];

function neededScope({ method, path }: Request): string {
	const part = path.startsWith('/tprm-api/') ? 'tprm' : 'grc';
	return `${part}:${method === 'GET' || READING_POSTS.includes(path) ? 'read' : 'write'}`;
}

/** Every call but the token exchange needs a token. */
export function requireToken(authority: Authority): RequestHandler {
	return (request, _response, next) => {
		authority.check(request);
		next();
	};
}

export const TOKEN_PATH = '/tprm-api/oauth/token';

/** `POST /tprm-api/oauth/token`: HTTP Basic and a form. */
export function tokenRoutes(authority: Authority): Router {
	const router = Router();
	router.post(TOKEN_PATH, urlencoded({ extended: false }), (request, response) => {
		if (!request.is('application/x-www-form-urlencoded')) {
			throw new Refusal(415, 'request.unsupported_media_type', 'The token endpoint takes a form');
		}
		const client = authenticateClient(authority.clients, request);
		const form = request.body as Record<string, unknown>;
		if (form.grant_type !== 'client_credentials') {
			throw new Refusal(
				400,
				'auth.unsupported_grant_type',
				'grant_type must be client_credentials',
			);
		}
		const wanted = typeof form.scope === 'string' ? form.scope.split(' ').filter(Boolean) : [];
		const unknown = wanted.filter((scope) => !client.scopes.includes(scope));
		if (unknown.length > 0) {
			throw new Refusal(400, 'auth.invalid_scope', `The client may not have: ${unknown.join(' ')}`);
		}
		response.set('Cache-Control', 'no-store');
		const scopes = wanted.length > 0 ? wanted : client.scopes;
		response.json(authority.issue(client, scopes, provenKey(request)));
	});
	return router;
}

/** Id and secret are form-encoded before base64 (RFC 6749, 2.3.1). */
function basicCredentials(request: Request): { id: string; secret: string } {
	const [, encoded = ''] = /^Basic +([\w+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? [];
	const [, id = '', secret = ''] =
		/^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
	const form = new URLSearchParams(`id=${id}&secret=${secret}`);
	return { id: form.get('id') ?? '', secret: form.get('secret') ?? '' };
}

function authenticateClient(clients: ApiClient[], request: Request): ApiClient {
	const { id, secret } = basicCredentials(request);
	const client = clients.find((candidate) => candidate.id === id);
	if (!client || !equal(client.secret, secret)) {
		throw new Refusal(401, 'auth.invalid_client', 'Client id or client secret is wrong', {
			'WWW-Authenticate': 'Basic realm="token"',
		});
	}
	return client;
}

function equal(a: string, b: string): boolean {
	const [left, right] = [Buffer.from(a), Buffer.from(b)];
	return left.length === right.length && timingSafeEqual(left, right);
}
