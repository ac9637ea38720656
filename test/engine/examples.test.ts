import { readFile } from 'node:fs/promises';

import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { Example } from '../../sandbox/demo/examples';
import {
	isEventDriven,
	readExample,
	readExamples,
	readUnchangedExamples,
	withSubmittedForm,
} from '../../sandbox/demo/examples';
import type { WorkflowFile } from '../../sandbox/engine/engine';
import { Harness } from '../../sandbox/engine/harness';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import type { Check } from '../helpers/exampleOutputs';
import { exampleOutputs, outputOf } from '../helpers/exampleOutputs';
import { harnessForAll } from '../helpers/harness';
import { coveredByN8n, crossings, isTooLarge, misfits, offGrid, overlaps } from '../helpers/layout';

const harness = harnessForAll();

const OUR_PREFIX = 'n8n-nodes-grc-tprm.';
const examples = readExamples();

/** What the editor marks as missing, beside credentials: lists of a service that only a user has. */
const CHOSEN_BY_USER: Record<string, string[]> = {
	'rating-dropped-ticket.json': ['Create ticket: project', 'Create ticket: issueType'],
	'risk-created-jira-issue.json': ['Create issue: project', 'Create issue: issueType'],
	'statement-of-applicability.json': ['Sheet: documentId', 'Sheet: sheetName'],
	'sync-with-an-approval.json': ['Org chart: documentId', 'Org chart: sheetName'],
};

it('of every example it is known what it puts out, and of nothing else', () => {
	expect(examples.length).toBeGreaterThan(0);
	expect(Object.keys(exampleOutputs).sort()).toEqual(examples.map(({ file }) => file));
	for (const example of examples) {
		const isStartedByEvent = outputOf(example.file).event !== undefined;
		expect([example.file, isStartedByEvent]).toEqual([example.file, isEventDriven(example)]);
	}
});

/** Runs an example by hand and looks at what came out. */
async function expectOutput({ engine, service }: Harness, workflow: WorkflowFile, check: Check) {
	const result = await engine.run(workflow);
	expect(result.error).toBeUndefined();
	check((nodeName, output) => result.json(nodeName, output), service);
}

/** Names of operations of our nodes that only read. */
const READS = ['get', 'getMany', 'download'];

/** @returns whether an example has a node that could write or send, were it active and without a dry run */
function canWrite({ workflow }: Example): boolean {
	return workflow.nodes.some(({ type, parameters }) => {
		if (!type.startsWith(OUR_PREFIX)) return type.endsWith('.emailSend');
		return !/pagedHttp|Trigger/.test(type) && !READS.includes(String(parameters.operation));
	});
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @returns fields with those inside them, at any depth */
function fieldsOf(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		const inside = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [field, ...fieldsOf(inside)];
	});
}

/** @returns every name with its value, at any depth */
function valuesOf(parameters: object): Array<[string, unknown]> {
	return Object.entries(parameters).flatMap(([name, value]): Array<[string, unknown]> => [
		[name, value],
		...(isObject(value) && !Array.isArray(value) ? valuesOf(value) : []),
	]);
}

it('none writes to the service at its first execution', async () => {
	const alone = await Harness.start({ vendors: SOME_VENDORS });
	const { log, mailbox } = alone.service;
	const writers: unknown[] = [];
	try {
		for (const example of readUnchangedExamples()) {
			if (isEventDriven(example) || !canWrite(example)) continue;
			log.clear();
			const { error } = await alone.engine.run(withSubmittedForm(example.workflow));
			expect([example.file, error]).toEqual([example.file, undefined]);
			const writes = log.requests.filter(
				({ method, path }) =>
					method !== 'GET' && /^\/(v1|tprm-api)\//.test(path) && !/(token|search|tree)$/.test(path),
			);
			writers.push(...writes.map(({ method, path }) => `${example.file}: ${method} ${path}`));
		}
	} finally {
		await alone.stop();
	}
	expect(writers).toEqual([]);
	expect(mailbox.mails).toEqual([]);
});

describe.each(examples)('examples/$file', (example) => {
	const { workflow } = example;
	const ours = workflow.nodes.filter(({ type }) => type.startsWith(OUR_PREFIX));

	it('is inactive, explains itself with sticky notes and names no credential', async () => {
		const text = await readFile(`examples/${example.file}`, 'utf8');
		expect(JSON.parse(text)).toMatchObject({ active: false });
		expect(text).not.toContain('"credentials"');
		const notes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.length).toBeGreaterThan(0);
		// One reads what n8n itself knows of a workflow with a trigger of ours.
		const watches = workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.n8n');
		expect(ours.length > 0 || watches).toBe(true);
	});

	it('has a name of its own for every node', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(names).toEqual([...new Set(names)]);
		// What a generator makes of a position is no name.
		expect(names).not.toContainEqual(expect.stringMatching(/^Note -|^Note \d\d/));
	});

	describe('as npm start opens it in a window of 1366 x 768', () => {
		const shown = readUnchangedExamples().find(({ file }) => file === example.file)?.workflow;
		if (!shown) throw new Error('The example is missing');

		it('no note, node, caption, or line is over another', () => {
			expect(overlaps(shown)).toEqual([]);
			expect(crossings(shown)).toEqual([]);
			expect(offGrid(shown)).toEqual([]);
		});

		it('all of it can be read, and nothing of it is below what n8n puts over it', () => {
			expect(isTooLarge(shown)).toBe(false);
			expect(coveredByN8n(shown, isEventDriven(example))).toEqual([]);
		});
	});

	it('every note has the size of its text', () => {
		expect(misfits(workflow)).toEqual([]);
	});

	it('saves lists and choices as the form does, and leaves out no fewer fields than it', () => {
		for (const { type, parameters } of ours) {
			const { description } = harness.engine.packages.getByNameAndVersion(type);
			const kinds = new Map(fieldsOf(description.properties).map((field) => [field.name, field]));
			expect(
				valuesOf(parameters).filter(([name, value]) => {
					const kind = kinds.get(name)?.type;
					if (typeof value === 'string' && value.startsWith('=')) return false;
					if (kind === 'resourceLocator') return !isObject(value);
					return (kind === 'multiOptions' && !Array.isArray(value)) || name === 'leaveOut';
				}),
			).toEqual([]);
		}
	});

	it('sets only parameters that exist, where the form shows them', () => {
		for (const node of ours) {
			const { description } = harness.engine.packages.getByNameAndVersion(node.type);
			const { properties } = description;
			const { parameters } = node;
			expect(
				NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description),
			).toMatchObject(parameters);
		}
	});

	it('has only nodes of n8n that exist, with all that they need but what only a user has', () => {
		const issues = readExample(example.file).nodes.flatMap((node) => {
			const { description } = harness.engine.packages.getByNameAndVersion(
				node.type,
				node.typeVersion,
			);
			const found = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
			return Object.keys(found?.parameters ?? {}).map((name) => `${node.name}: ${name}`);
		});
		expect(issues).toEqual(CHOSEN_BY_USER[example.file] ?? []);
	});

	if (isEventDriven(example)) return;

	it('gives what its notes promise', async () => {
		const alone = await Harness.start({ vendors: SOME_VENDORS });
		try {
			const { check, checkAgain } = outputOf(example.file);
			await expectOutput(alone, workflow, check);
			if (checkAgain) await expectOutput(alone, workflow, checkAgain);
		} finally {
			await alone.stop();
		}
	});
});

it('Check your service shows the status of a list that is refused, and goes on with the others', async () => {
	const { workflow } = examples.find(({ file }) => file === 'check-your-service.json') ?? {};
	if (!workflow) throw new Error('The example is missing');
	const alone = await Harness.start({ vendors: SOME_VENDORS });
	try {
		alone.service.faults.add({ fault: { kind: 'status', status: 403 }, path: '/v1/controls' });
		const result = await alone.engine.run(workflow);
		expect(result.error).toBeUndefined();
		const lists = result.json('Report').filter(({ field }) => field === '(list)');
		expect(lists.map(({ list, kinds }) => [list, kinds])).toEqual([
			['scopes', 'read'],
			['controls', 'not read, status 403'],
			['vendors', 'read'],
			['events', 'read'],
		]);
	} finally {
		await alone.stop();
	}
});

it('Start here names its file by what it did, the time in UTC, and the execution', async () => {
	const { workflow } = examples.find(({ file }) => file === 'start-here.json') ?? {};
	if (!workflow) throw new Error('The example is missing');
	const alone = await Harness.start({ vendors: SOME_VENDORS });
	try {
		const settings = { ...workflow.settings, timezone: 'Asia/Kolkata' };
		const result = await alone.engine.run({ ...workflow, settings }, { executionId: '12' });
		const [file] = result.items('Evidence');
		const [, day, hours, minutes] =
			/^run-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)Z-execution-12\.xlsx$/.exec(
				file?.binary?.['data']?.fileName ?? '',
			) ?? [];
		const age = Date.now() - Date.parse(`${day}T${hours}:${minutes}Z`);
		expect(age).toBeGreaterThanOrEqual(0);
		expect(age).toBeLessThan(5 * 60_000);
	} finally {
		await alone.stop();
	}
});

it('Reorganize does what is left when it is run again after a failure', async () => {
	const { workflow } = examples.find(({ file }) => file === 'reorganize.json') ?? {};
	if (!workflow) throw new Error('The example is missing');
	const alone = await Harness.start({ vendors: SOME_VENDORS });
	try {
		const { faults, organization } = alone.service;
		const active = () => organization.listScopes('active');
		const before = active().length;
		// The owners are changed, and the site cannot be archived.
		const refusal = { kind: 'status', status: 422 } as const;
		faults.add({ fault: refusal, method: 'PATCH', path: /^\/v1\/scopes\/.+/ });
		expect((await alone.engine.run(workflow)).status).toBe('error');
		expect(active().filter(({ owner }) => owner === 'user-7')).toEqual([]);
		expect(active().length).toBe(before);

		expect((await alone.engine.run(workflow)).status).toBe('success');
		expect(active().length).toBe(before - 1);
	} finally {
		await alone.stop();
	}
});
