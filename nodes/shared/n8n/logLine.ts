import type { Logger, LogMetadata } from 'n8n-workflow';

import { plainText } from '../basics/plainText';

/** Writes a line to the log of n8n: whatever the text has, it is one line. */
export function logLine(
	{ logger }: { logger: Logger },
	level: 'info' | 'warn',
	text: string,
	details?: LogMetadata,
): void {
	logger[level](plainText(text), ...(details ? [details] : []));
}
