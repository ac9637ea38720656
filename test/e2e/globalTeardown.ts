import { lineNamed } from '../../sandbox/server/lines';
import { removePrepared } from '../../sandbox/server/temporary';

export default function remove(_: unknown, project: { globals: { n8nLine: string } }): void {
	removePrepared(lineNamed(project.globals.n8nLine));
}
