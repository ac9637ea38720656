import { measureTriggers } from './measure';

/** `npm run bench -- triggers`: long enough for figures that are published. */
const SECONDS = 10;

void measureTriggers(SECONDS);
