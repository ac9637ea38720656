import { Router } from 'express';

import type { AnswerShapes } from '../answerShapes';
import { sendList } from '../answerShapes';
import type { Webhooks } from '../webhooks/webhooks';

/** `GET /tprm-api/manage/webhooks/events`: the live list of event names. */
export function webhookEventRoutes(
	webhooks: Pick<Webhooks, 'eventNames'>,
	shapes: () => AnswerShapes,
): Router {
	const router = Router();
	router.get('/tprm-api/manage/webhooks/events', (_request, response) => {
		const { events: shape } = shapes();
		sendList(response, webhooks.eventNames, { member: 'events', usual: 'member' }, shape);
	});
	return router;
}
