// The package names no entry of its own.
import { createApp } from 'json-server-1/lib/app.js';

import { serve, vendors } from './serve.mjs';

/** json-server 1: the number of the next page is in the body; some offsets are answered with 500. */
serve((_url, options) => {
	const app = createApp({ data: { vendors: vendors(options) }, write: async () => {} });
	return (request, response) => app.handler(request, response);
});
