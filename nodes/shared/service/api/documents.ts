import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../send';
import { pathSegment } from '../send';
import type { Download } from '../download/downloadFile';
import { downloadFile } from '../download/downloadFile';

/**
 * Downloads a document into n8n's storage (third-party-risk,
 * `GET /tprm-api/downloads/document/{id}`).
 *
 * @param maxMegabytes largest size, in MB of 1,048,576 bytes
 * @throws ServiceError when the service refuses the file or it never arrives whole
 * @throws NodeOperationError when it is too large, or was compressed in an unknown way
 */
export async function downloadDocument(
	context: IExecuteFunctions,
	client: ServiceClient,
	id: string,
	maxMegabytes: number,
): Promise<Download> {
	const path = `/tprm-api/downloads/document/${pathSegment(id)}`;
	return await downloadFile(context, client, {
		path,
		maxMegabytes,
		fallbackName: `document-${id}`,
	});
}
