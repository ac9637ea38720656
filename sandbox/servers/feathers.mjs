import { feathers } from '@feathersjs/feathers';
import { errorHandler, koa, rest } from '@feathersjs/koa';
import { memory } from '@feathersjs/memory';

import { serve, vendors } from './serve.mjs';

/** Feathers: `total`, `limit` and `skip` in the body; `$limit` and `$skip` in the request. */
serve(async (_url, options) => {
	const app = koa(feathers());
	app.use(errorHandler());
	app.configure(rest());
	app.use('vendors', memory({ startId: 1, paginate: { default: 10, max: 50 } }));
	app.use('everything', memory({ startId: 1 }));
	for (const name of ['vendors', 'everything']) {
		for (const vendor of vendors(options)) await app.service(name).create(vendor);
	}
	await app.setup();
	return app.callback();
});
