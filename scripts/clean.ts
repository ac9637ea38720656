import { rmSync } from 'node:fs';

/** A renamed source must not leave its old output behind in the package. */
rmSync('dist', { recursive: true, force: true });
