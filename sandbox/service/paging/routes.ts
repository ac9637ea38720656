import { Router } from 'express';

import type { ServiceClock } from '../clock';
import { parseJson } from '../routes/json';
import { atOnce, perSecond } from './busy';
import { brokenApis } from './broken';
import { graphqlApi } from './graphql';
import { documents, offsets, pages, reviewed, tokens, urls, wide } from './lists';

/**
 * Paged APIs of a vendor register, one per scheme (paging-schemes), each by GET and by POST, and
 * some that are slow, limited or broken.
 */
export function sampleApis(clock: ServiceClock): Router {
	const router = Router();
	router.use(parseJson);
	const lists = {
		'/pages': [pages],
		'/reviewed': [reviewed(clock)],
		'/wide': [wide],
		'/offsets': [offsets],
		'/tokens': [tokens],
		'/urls': [urls],
		'/limited': [perSecond(10, clock), pages],
		'/busy': [atOnce(4, 20), pages],
	};
	for (const [path, handlers] of Object.entries(lists)) {
		router.get(path, ...handlers);
		router.post(path, ...handlers);
	}
	router.get('/vendors/:id/documents', documents);
	router.post('/graphql', graphqlApi);
	router.get('/broken/:kind', brokenApis);
	router.post('/broken/:kind', brokenApis);
	return router;
}
