import jsonServer from 'json-server';

import { serve, vendors } from './serve.mjs';

/** json-server 0.17: page numbers or offsets, a `Link` header, and the total in a header. */
serve((_url, options) =>
	jsonServer
		.create()
		.use(jsonServer.defaults({ logger: false, static: import.meta.dirname }))
		.use(jsonServer.router({ vendors: vendors(options) })),
);
