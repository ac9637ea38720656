import type { Response } from 'express';

/** Runs something at the last moment in which headers can be set or read. */
export function beforeHeaders(response: Response, work: () => void): void {
	const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => Response;
	response.writeHead = (...all: unknown[]) => {
		work();
		return writeHead(...all);
	};
}
