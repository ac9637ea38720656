import { pipeline } from 'node:stream';

import { create as contentDisposition } from 'content-disposition';
import { Router } from 'express';

import type { Documents } from '../documents';

/** `GET /tprm-api/downloads/document/{id}`: the file, a block at a time. */
export function downloadRoutes(documents: Documents): Router {
	const router = Router();
	router.get('/tprm-api/downloads/document/:id', (request, response) => {
		const { id, name, size, type } = documents.get(request.params.id);
		response.writeHead(200, {
			'Content-Type': type,
			'Content-Length': size,
			// With the folders in it: clients have to clean it up.
			'Content-Disposition': contentDisposition(name),
		});
		// A client may disconnect early.
		pipeline(documents.content(id), response, () => undefined);
	});
	return router;
}
