import { createServer } from 'node:http';

import Hapi from '@hapi/hapi';
import pagination from 'hapi-pagination';

import { serve, vendors } from './serve.mjs';

/**
 * hapi-pagination: pages by number.
 *
 * @param location whether the links and the total are in the body or in headers
 */
serve(async (url, { location = 'body', isProxied = false, ...options }) => {
	const listener = createServer();
	const server = Hapi.server({ listener, autoListen: false, ...(isProxied || { uri: url }) });
	server.route({
		method: 'GET',
		path: '/vendors',
		handler: (request, toolkit) => {
			const all = vendors(options);
			const { page, limit } = request.query;
			const first = (page - 1) * limit;
			return toolkit.paginate(all.slice(first, first + limit), all.length);
		},
	});
	const settings = { query: { limit: { name: 'limit', default: 10 } }, meta: { location } };
	await server.register({ plugin: pagination, options: settings });
	await server.start();
	return (request, response) => listener.emit('request', request, response);
});
