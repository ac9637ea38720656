import type { INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { forEachInputWithFiles } from '../../../shared/node/run';
import { numberOf } from '../../../shared/node/parameters';
import { numberField, optionsCollection } from '../../../shared/node/properties/fields';
import { defineResource } from '../../../shared/node/resource';
import type { Operation } from '../../../shared/node/types';
import { downloadDocument } from '../../../shared/service/api/documents';
import { detailsOption } from '../vendor/vendorFieldProperties';
import { toOutputVendor } from '../vendor/vendorFields';

/** In MB: more than documents have, and less than the disk of a small n8n. */
const maxSize = numberField(
	'Max Size',
	'maxSize',
	1000,
	[1],
	'Max size of the document in MB. The download of a larger one is stopped, and nothing of it is stored.',
);

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
	optionsCollection([detailsOption, maxSize]),
];

function readDownload(item: InputItem) {
	return {
		id: item.requiredText('documentId', 'Document ID'),
		field: item.requiredText('binaryPropertyName', 'Put Output File in Field'),
		mostMegabytes: numberOf(item.options, maxSize),
	};
}

/** Downloads a document (third-party-risk, `GET /tprm-api/downloads/document/{id}`). */
const download: Operation = {
	properties,
	run: forEachInputWithFiles(readDownload, async ({ id, field, mostMegabytes }, item) => {
		const { context, client } = item;
		const { file, bytes, response } = await downloadDocument(context, client, id, mostMegabytes);
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
