import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItemWithFiles } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { downloadDocument } from '../../../shared/service/api/documents';
import { responseDetails } from '../output';
import { detailsOption } from '../outputOptions';

const properties: INodeProperties[] = [
	{
		displayName: 'Document ID',
		name: 'documentId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. doc_8c1f20e4b7a95d36',
		description: 'ID of the document to download, as in the event document.uploaded',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
		description: 'Binary field of the output item that contains the file',
	},
	optionsCollection([detailsOption]),
];

/** Downloads a document (third-party-risk, `GET /tprm-api/downloads/document/{id}`). */
export const download: Operation = {
	properties,
	run: forEachItemWithFiles(async (item) => {
		const id = item.requiredText('documentId', 'Document ID');
		const field = item.requiredText('binaryPropertyName', 'Put Output File in Field');
		const { file, bytes, response } = await downloadDocument(item.context, item.client, id);
		const { fileName, mimeType } = file;
		const json = { id, fileName, mimeType, bytes, ...responseDetails(item, response) };
		return [{ json, binary: { [field]: file } }];
	}),
};
