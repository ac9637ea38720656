import { installText } from '../../sandbox/server/install';
import { CURRENT, OLDEST } from '../../sandbox/server/lines';

it.each([
	[CURRENT, '2.4 GB'],
	[OLDEST, '1.6 GB'],
])('$name says how much disk space it needs', (line, size) => {
	expect(installText(line)).toBe(`Installing n8n ${line.version} (${size}, once, a few minutes)`);
});
