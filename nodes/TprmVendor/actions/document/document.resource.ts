import type { INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { forEachInputWithFiles } from '../../../shared/node/run';
import { toNumber } from '../../../shared/node/parameters';
import { optionsCollection } from '../../../shared/node/properties/fields';
import { defineResource } from '../../../shared/node/resource';
import type { Operation } from '../../../shared/node/types';
import { downloadDocument } from '../../../shared/service/api/documents';
import { detailsOption } from '../vendor/vendorFieldProperties';
import { toOutputVendor } from '../vendor/vendorFields';

/** MB: more than documents have, and less than the disk of a small n8n. */
const DEFAULT_MAX_SIZE = 1000;

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
	optionsCollection([
		detailsOption,
		{
			displayName: 'Max Size',
			name: 'maxSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_MAX_SIZE,
			description:
				'Max size of the document in MB. The download of a larger one is stopped, and nothing of it is stored.',
		},
	]),
];

function readDownload(item: InputItem) {
	const limit = { fallback: DEFAULT_MAX_SIZE, min: 1 };
	return {
		id: item.requiredText('documentId', 'Document ID'),
		field: item.requiredText('binaryPropertyName', 'Put Output File in Field'),
		maxSize: toNumber(item.options.maxSize, 'Max Size', limit),
	};
}

/** Downloads a document (third-party-risk, `GET /tprm-api/downloads/document/{id}`). */
const download: Operation = {
	properties,
	run: forEachInputWithFiles(readDownload, async ({ id, field, maxSize }, item) => {
		const { context, client } = item;
		const { file, bytes, response } = await downloadDocument(context, client, id, maxSize);
		const { fileName, mimeType } = file;
		const json = await toOutputVendor(item, { id, fileName, mimeType, bytes }, response);
		return [{ json, binary: { [field]: file } }];
	}),
};

/** The resource Document and its operations. */
export const document = defineResource('document', 'download', {
	download: {
		name: 'Download',
		action: 'Download a document',
		description: 'Download a document of any size as a file',
		operation: download,
	},
});
