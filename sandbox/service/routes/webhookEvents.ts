import { Router } from 'express';

import { EVENT_NAMES } from '../eventCatalog';

/** `GET /tprm-api/manage/webhooks/events`: the live list of event names. */
export function webhookEventRoutes(): Router {
	const router = Router();
	router.get('/tprm-api/manage/webhooks/events', (_request, response) => {
		response.json({ events: EVENT_NAMES });
	});
	return router;
}
