import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Design, DesignServerOptions, Reading, ServedRequest } from '../../sandbox/designs';
import {
	credentialOf,
	datasetOf,
	DesignServer,
	headersOf,
	parametersOf,
} from '../../sandbox/designs';
import type { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';

/** How the node learns how a design pages. */
export type ReadBy = 'form' | 'dataset' | 'automatic';

/** What a node made of a design, and what the server saw of it. */
export interface DesignRun {
	items: IDataObject[];
	summary: IDataObject;
	/** Message of the error that failed the node. */
	error: string | undefined;
	/** All records of the server, in order. */
	records: readonly unknown[];
	requests: readonly ServedRequest[];
}

const CREDENTIAL = 'design';

/** Records per page, so that a few records are several pages. */
const PAGE_SIZE = 5;

/**
 * Reads a design with Paged HTTP on a server of its own.
 *
 * @param signsIn whether the node has the credential of the design
 */
export async function readDesign(
	harness: Harness,
	design: Design,
	readBy: ReadBy,
	{ reading, signsIn = true, ...server }: RunOptions = {},
): Promise<DesignRun> {
	const api = await DesignServer.start(design, server);
	try {
		const { authentication, data } = signsIn
			? credentialOf(design, api.origin)
			: ({ authentication: 'none', data: {} } as const);
		harness.engine.setCredential(CREDENTIAL, data as ICredentialDataDecryptedObject);
		const { options, ...parameters } = parametersFor(design, readBy, reading);
		const header = Object.entries(headersOf(design)).map(([name, value]) => ({ name, value }));
		const isOpen = authentication === 'none';
		const result = await harness.run({
			type: 'pagedHttp',
			parameters: {
				authentication,
				...(isOpen && { baseUrl: api.origin }),
				...parameters,
				...(isOpen && readBy === 'automatic' && { url: api.url }),
				returnAll: true,
				options: { ...options, headers: { header }, maxWait: 0 },
			},
			settings: { credentials: { [authentication]: { id: CREDENTIAL, name: 'Design' } } },
		});
		return {
			items: result.json(NODE),
			summary: result.json(NODE, 1)[0] ?? {},
			error: result.error?.message,
			records: api.records,
			requests: api.requests,
		};
	} finally {
		await api.stop();
	}
}

interface RunOptions extends DesignServerOptions {
	/** The recommended one by default. */
	reading?: Reading;
	signsIn?: boolean;
}

function parametersFor(
	design: Design,
	readBy: ReadBy,
	reading: Reading | undefined,
): { options?: IDataObject } & IDataObject {
	if (readBy === 'automatic') return { source: 'automatic', url: design.path };
	const dataset = datasetOf(design, reading, PAGE_SIZE);
	if (readBy === 'dataset') return { source: 'dataset', dataset: JSON.stringify(dataset) };
	const { form, options } = parametersOf(dataset);
	return { ...(form as IDataObject), options: options as IDataObject };
}
