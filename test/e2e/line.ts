import { lineNamed } from '../../sandbox/server/lines';

/** Set by jest.config.js beside it. */
declare const n8nLine: string;

/** The n8n that the tests of this run are about. */
export const line = lineNamed(n8nLine);
