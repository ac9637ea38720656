import { CONTROL_FIELDS } from '../../sandbox/service/answerShapes';
import { sampleControls } from '../../sandbox/service/sampleData';
import { startService } from '../../sandbox/service/service';
import { stableId } from '../../sandbox/service/stableId';

/** The reference service in a process of its own: its work and memory are not the node's. */
async function main() {
	const [template] = sampleControls();
	if (!template) throw new Error('There are no sample controls');
	const controls = Array.from({ length: Number(process.argv[2] ?? 400) }, (_, index) => ({
		...template,
		id: stableId('bench control', String(index)),
	}));
	const service = await startService({ controls });
	// Answers as the specification describes them: without the ids of control and scope.
	process.on('message', () => {
		service.answerShapes = { assigned: { fields: CONTROL_FIELDS } };
		process.send?.({});
	});
	process.send?.({ url: service.url, client: service.client });
	process.on('disconnect', () => void service.close());
}

void main();
