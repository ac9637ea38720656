/** @returns the body of a request as text */
export async function readText(request: AsyncIterable<Buffer>): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part);
	return Buffer.concat(parts).toString('utf8');
}
