import type { INode } from 'n8n-workflow';

import type { Engine, WorkflowFile } from '../../sandbox/engine/engine';
import type { Service } from '../../sandbox/service/service';
import { defaultRun } from '../schemas/defaultRun';
import type { Operation } from '../schemas/operations';
import { listOperations } from '../schemas/operations';
import type { NodeRun } from '../schemas/plans';
import { PLANS } from '../schemas/plans';
import { credentialFor } from './credentials';
import { pagedHttpWorkflows } from './pagedHttp';
import { WITH_OPTIONS } from './plans';
import { chain, startedByHand } from './workflow';

const GRC: INode['credentials'] = credentialFor('grcOAuth2Api', 'grc');

/**
 * @param service with the sample data, whose ids the workflows have
 * @returns workflows as a user has saved them: for each operation one with its required fields and one
 *   with its options, and those of Paged HTTP and the triggers
 */
export async function workflowsToSave(engine: Engine, service: Service): Promise<WorkflowFile[]> {
	const workflows: WorkflowFile[] = [];
	for (const operation of listOperations(engine)) {
		const { node, resource, operation: name } = operation;
		const key = `${node} ${resource} ${name}`;
		const plan = WITH_OPTIONS[key];
		if (!plan) throw new Error(`Add "${key}" to scripts/saved/plans.ts`);
		const required = await requiredFields(engine, service, operation, key);
		for (const [index, run] of [required, ...plan(service)].entries()) {
			const parameters = { resource, operation: name, ...run.parameters };
			const step = { type: node, parameters, credentials: GRC };
			const fileName = fileNameOf(key) + (SUFFIXES[index] ?? `-${index}`);
			workflows.push(startedByHand(engine, fileName, run.items ?? [{}], step));
		}
	}
	return [...workflows, ...triggerWorkflows(engine), ...pagedHttpWorkflows(engine)];
}

/** As for the output schemas, but with the default number of records. */
async function requiredFields(
	engine: Engine,
	service: Service,
	operation: Operation,
	key: string,
): Promise<NodeRun> {
	const run = PLANS[key]?.(service).at(-1) ?? (await defaultRun(engine, operation));
	const { returnAll: _returnAll, ...parameters } = run.parameters;
	return { ...run, parameters };
}

/** For the names of the files of one operation; the third one ends with 2. */
const SUFFIXES = ['', '-with-options'];

/** `tprmVendor vendor getMany`: `tprm-vendor-vendor-get-many` */
function fileNameOf(key: string): string {
	return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(' ', '-');
}

/** The last node fails, which shows when a delivery is answered: at its start or at its end. */
function triggerWorkflows(engine: Engine): WorkflowFile[] {
	const trigger = { type: 'tprmVendorTrigger', credentials: GRC };
	const failing = { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'Not now' } };
	return [
		chain(
			engine,
			'tprm-trigger',
			{
				...trigger,
				parameters: { events: ['vendor.created', 'assessment.status_changed:Completed'] },
			},
			failing,
		),
		chain(
			engine,
			'tprm-trigger-with-options',
			{
				...trigger,
				parameters: {
					events: ['*'],
					acknowledge: 'lastNode',
					options: { deduplicate: false, includeDelivery: true, toleranceSeconds: 500 },
				},
			},
			{ type: 'n8n-nodes-base.noOp', name: 'Work' },
		),
	];
}
