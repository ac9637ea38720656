import type { Request } from 'express';
import { Router } from 'express';
import { z } from 'zod';

import type { AnswerShapes } from '../answerShapes';
import { sendList } from '../answerShapes';
import type { OrganizationSettings } from '../dates';
import type { IdempotencyStore } from '../idempotency';
import { readIdempotencyKey } from '../idempotency';
import { readChanges, readWholeVendor, searchBody, showVendor } from '../vendorFields';
import type { Vendors } from '../vendors';
import { readBody } from './json';

export interface VendorRouteOptions {
	vendors: Vendors;
	idempotency: IdempotencyStore;
	/** As they are at the time of a request. */
	settings: () => OrganizationSettings;
	clientOf: (request: Request) => string;
	shapes: () => AnswerShapes;
}

const anything = z.unknown();
const nothing = z.strictObject({}).optional();

/** `/tprm-api/vendors`: search, create, change, replace, archive and remove. */
export function vendorRoutes(options: VendorRouteOptions): Router {
	const { vendors, idempotency, settings, clientOf, shapes } = options;
	const router = Router();
	router.post('/tprm-api/vendors/search', (request, response) => {
		const found = vendors.search(readBody(request, searchBody));
		const shown = found.map((vendor) => showVendor(vendor, settings()));
		const shape = { beside: { total: shown.length }, ...shapes().vendors };
		sendList(response, shown, { member: 'vendors', usual: 'member' }, shape);
	});
	router.post('/tprm-api/vendors', async (request, response) => {
		const key = readIdempotencyKey(request);
		const body = readBody(request, anything);
		// Fields are read when the work is done: a repetition is the same even after the
		// organization has changed its date format.
		const answer = await idempotency.once(clientOf(request), key, body, async () => {
			const vendor = await vendors.create(readWholeVendor(body, settings()));
			return { status: 201, body: showVendor(vendor, settings()) };
		});
		response.status(answer.status).json(answer.body);
	});
	router.patch('/tprm-api/vendors/:id', (request, response) => {
		const changes = readChanges(readBody(request, anything), settings());
		response.json(showVendor(vendors.update(request.params.id, changes), settings()));
	});
	router.put('/tprm-api/vendors/:id', (request, response) => {
		const fields = readWholeVendor(readBody(request, anything), settings());
		response.json(showVendor(vendors.update(request.params.id, fields), settings()));
	});
	router.post('/tprm-api/vendors/:id/archive', (request, response) => {
		nothing.parse(request.body);
		response.json(showVendor(vendors.archive(request.params.id), settings()));
	});
	router.delete('/tprm-api/vendors/:id', (request, response) => {
		vendors.remove(request.params.id);
		response.status(204).end();
	});
	return router;
}
