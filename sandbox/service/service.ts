import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import type { Request, RequestHandler } from 'express';
import express from 'express';

import type { AnswerShapes } from './answerShapes';
import type { ApiClient } from './auth';
import { ALL_SCOPES, Authority, requireToken, TOKEN_PATH, tokenOf, tokenRoutes } from './auth';
import { ServiceClock } from './clock';
import type { OrganizationSettings } from './dates';
import type { StoredDocument } from './documents';
import { Documents } from './documents';
import type { DpopOptions } from './dpop';
import { ProofChecker, refuseResource, refuseTokenRequest, requireProof } from './dpop';
import { refusalHandler, unknownPath } from './envelope';
import { Faults, injectFaults } from './faults';
import { beforeHeaders } from './headers';
import { IdempotencyStore } from './idempotency';
import type { TrafficSettings } from './limits';
import { limitRate, rejectSurge, watchRetryAfter } from './limits';
import { Mailbox } from './mailbox';
import type { Control, Scope } from './organization';
import { Organization } from './organization';
import { sampleApis } from './paging/routes';
import { RequestLog } from './requestLog';
import { checkApiVersion } from './routes/apiVersion';
import { controlRoutes } from './routes/controls';
import { downloadRoutes } from './routes/downloads';
import { parseJson } from './routes/json';
import { scopeAssignmentRoutes } from './routes/scopeAssignments';
import { scopeRoutes } from './routes/scopes';
import { vendorRoutes } from './routes/vendors';
import { webhookEventRoutes } from './routes/webhookEvents';
import { sampleControls, sampleScopes } from './sampleData';
import type { Vendor } from './vendorFields';
import { sampleAssessments, sampleDocuments, sampleVendors } from './vendorSamples';
import { Vendors } from './vendors';
import { Webhooks } from './webhooks/webhooks';

export interface ServiceOptions {
	/** 0 picks a free one. */
	port?: number;
	/** Sample data by default. */
	scopes?: Scope[];
	controls?: Control[];
	vendors?: Vendor[];
	documents?: StoredDocument[];
	/** Issues and accepts only tokens that are bound to a key; bearer tokens by default. */
	dpop?: DpopOptions;
	/** How far its clock is ahead of the one of this machine, in milliseconds. */
	clockSkewMs?: number;
}

/** What may be changed while the service runs. */
export interface ServiceSettings extends TrafficSettings {
	settings: OrganizationSettings;
	/** Shapes of answers that the specification leaves open; none by default. */
	answerShapes: AnswerShapes;
}

/** A running reference service and everything a test may read or change. */
export interface Service extends ServiceSettings {
	/** Address without a trailing slash. */
	url: string;
	client: ApiClient;
	authority: Authority;
	/** Checks nothing unless the service was started with `dpop`. */
	proofs: ProofChecker;
	clock: ServiceClock;
	faults: Faults;
	log: RequestLog;
	organization: Organization;
	vendors: Vendors;
	documents: Documents;
	webhooks: Webhooks;
	/** What workflows send by mail. */
	mailbox: Mailbox;
	close: () => Promise<void>;
}

/** The secret has characters that must be encoded before base64, so that a node that does not encode it fails. */
export const SAMPLE_CLIENT: ApiClient = {
	id: 'n8n:demo',
	secret: 's3cret+with/odd %&=chars',
	scopes: ALL_SCOPES,
};

/** Starts the service of the three specifications on loopback. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const clock = new ServiceClock(options.clockSkewMs);
	const faults = new Faults();
	const log = new RequestLog();
	const authority = new Authority([SAMPLE_CLIENT], clock);
	const proofs = new ProofChecker(options.dpop ?? { nonces: 'off' }, clock);
	const organization = new Organization(
		clock,
		options.scopes ?? sampleScopes(),
		options.controls ?? sampleControls(),
	);

	const documents = new Documents(options.documents ?? sampleDocuments());
	const vendors = new Vendors(clock, documents, {
		// Each service changes its own copies.
		vendors: () => structuredClone(options.vendors) ?? sampleVendors(),
		assessments: sampleAssessments,
	});
	const webhooks = new Webhooks({
		clock,
		vendors: () => [...vendors.byId.values()],
		documents: () => [...documents.byId.values()],
	});
	// The same object as the one that is returned, so that requests see what a test changes.
	const state: ServiceSettings = {
		settings: { timeZone: 'Europe/Berlin', dateFormat: 'DD-MM-YYYY' },
		answerShapes: {},
		surge: undefined,
		rateLimit: undefined,
		strictRetryAfter: false,
		retryAfterViolations: 0,
	};
	const shapes = () => state.answerShapes;
	const clientOf = (request: Request) => authority.clientOf(request);

	const app = express();
	app.disable('x-powered-by');
	app.set('query parser', 'simple');
	app.use(correlation(clock), log.middleware);
	app.use(watchRetryAfter(state, clock, clientOf), rejectSurge(state));
	app.use(injectFaults(faults, (request) => authority.revoke(request)));
	if (options.dpop)
		app.use(
			TOKEN_PATH,
			requireProof(proofs, () => undefined, refuseTokenRequest),
		);
	app.use(tokenRoutes(authority));
	app.use('/sample', sampleApis(clock));
	if (options.dpop) app.use(requireProof(proofs, tokenOf, refuseResource));
	app.use(requireToken(authority));
	app.use(limitRate(state, clock, clientOf));
	app.use(parseJson);
	app.use('/tprm-api', checkApiVersion);
	app.use('/tprm-api/sample', sampleApis(clock));
	app.use(scopeRoutes(organization, shapes), scopeAssignmentRoutes(organization, shapes));
	app.use(
		controlRoutes(organization, shapes),
		webhookEventRoutes(webhooks, shapes),
		downloadRoutes(documents),
	);
	app.use(
		vendorRoutes({
			vendors,
			idempotency: new IdempotencyStore(clock),
			settings: () => state.settings,
			clientOf,
			shapes,
		}),
	);
	app.use(unknownPath, refusalHandler);

	const server = createServer(app);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(options.port ?? 0, '127.0.0.1', resolve);
	});
	const mailbox = await Mailbox.start();
	const { port } = server.address() as AddressInfo;
	return Object.assign(state, {
		url: `http://127.0.0.1:${port}`,
		client: SAMPLE_CLIENT,
		authority,
		proofs,
		clock,
		faults,
		log,
		organization,
		vendors,
		documents,
		webhooks,
		mailbox,
		close: async () => {
			webhooks.close();
			await mailbox.close();
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	});
}

/** `X-Request-Id` and `X-Response-Time-Ms` on every answer. */
function correlation(clock: ServiceClock): RequestHandler {
	return (_request, response, next) => {
		const start = clock.now();
		response.setHeader('X-Request-Id', `req_${randomUUID()}`);
		response.setHeader('Date', new Date(start).toUTCString());
		beforeHeaders(response, () => {
			const ms = Math.max(0, Math.round(clock.now() - start));
			response.setHeader('X-Response-Time-Ms', String(ms));
		});
		next();
	};
}
