import { Router } from 'express';

import type { Webhooks } from '../webhooks/webhooks';

/** `GET /tprm-api/manage/webhooks/events`: the live list of event names. */
export function webhookEventRoutes(webhooks: Pick<Webhooks, 'eventNames'>): Router {
	const router = Router();
	router.get('/tprm-api/manage/webhooks/events', (_request, response) => {
		response.json({ events: webhooks.eventNames });
	});
	return router;
}
