import { countOf } from '../../nodes/shared/basics/countOf';
import { Engine } from '../engine/engine';
import {
	CREDENTIAL_ID,
	MAIL_CREDENTIAL_ID,
	mailCredential,
	serviceCredential,
} from '../engine/serviceCredential';
import { startService } from '../service/service';
import { SOME_VENDORS } from '../service/vendorSamples';
import { isEventDriven, readExamples } from './examples';
import { describeRun } from './report';

/**
 * `npm run demo`: runs every example that needs no event on n8n's engine, against the reference service, and prints what
 * each did.
 */
async function demo(): Promise<void> {
	const service = await startService({ vendors: SOME_VENDORS });
	try {
		const engine = await Engine.load();
		engine.setCredential(CREDENTIAL_ID, serviceCredential(service));
		engine.setCredential(MAIL_CREDENTIAL_ID, mailCredential(service));
		console.log(
			`\nThe reference service is at ${service.url}. The workflows run on n8n's own engine.\n`,
		);

		const examples = readExamples().filter((example) => !isEventDriven(example));
		let done = 0;
		for (const { file, workflow } of examples) {
			service.log.clear();
			const result = await engine.run(workflow);
			if (result.status === 'success') done++;
			console.log(
				describeRun(`${workflow.name} (examples/${file})`, workflow, result, service.log.requests),
			);
		}
		const waiting = readExamples().length - examples.length;
		console.log(
			`${done} of ${countOf(examples.length, 'example workflow')} succeeded. To see the ${waiting} that start on events, run "npm start".`,
		);
		process.exitCode = done === examples.length ? 0 : 1;
	} finally {
		await service.close();
	}
}

void demo();
