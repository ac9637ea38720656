interface Init {
	method: string;
	headers?: Record<string, string>;
	body?: string;
}

/**
 * Sends a request to n8n on a connection of its own: an n8n that is busy for longer than its keep-alive
 * of 5 s resets what arrives on an open one.
 */
export async function request(url: string, { headers, ...init }: Init): Promise<Response> {
	return await fetch(url, { ...init, headers: { ...headers, connection: 'close' } });
}
