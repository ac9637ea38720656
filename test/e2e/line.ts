import { CURRENT, OLDEST } from '../../sandbox/server/lines';

/** Set by jest.e2e.config.js. */
declare const n8nLine: string;

/** The n8n that the tests of this run are about. */
export const line = n8nLine === OLDEST.name ? OLDEST : CURRENT;
