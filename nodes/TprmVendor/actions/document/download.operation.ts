import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { downloadFile } from '../../../shared/service/download/downloadFile';
import type { Operation } from '../../../shared/node/operation';
import { requiredText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { pathSegment } from '../../../shared/service/api/pathSegment';
import { detailsOption, responseDetails } from '../output';

const properties: INodeProperties[] = [
	{
		displayName: 'Document ID',
		name: 'documentId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. doc_8c1f20e4b7a95d36',
		description: 'Document to download. Its ID comes with the event document.uploaded.',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
		description: 'Field of the output item under which other nodes find the file',
	},
	optionsCollection([detailsOption]),
];

/** Downloads a document (third-party-risk, `GET /tprm-api/downloads/document/{id}`). */
export const download: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['document'], operation: ['download'] } },
		properties,
	),
	run: async function* (context, itemCount) {
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			const items = [itemIndex];
			try {
				const id = requiredText(context, 'documentId', 'Document ID', itemIndex);
				const field = requiredText(
					context,
					'binaryPropertyName',
					'Put Output File in Field',
					itemIndex,
				);
				const { file, bytes, response } = await downloadFile(
					context,
					`/tprm-api/downloads/document/${pathSegment(id)}`,
					`document-${id}`,
					readLimits(context, itemIndex),
					itemIndex,
				);
				const { fileName, mimeType } = file;
				const details = responseDetails(context, itemIndex, response);
				const json = { id, fileName, mimeType, bytes, ...details };
				yield { items, records: [{ json, binary: { [field]: file } }] };
			} catch (error) {
				yield { items, error };
			}
		}
	},
};
