import { numberField, textField } from '../../../shared/forms/fields';
import { numberOf } from '../../../shared/node/coerce';
import { forEachInputWithFiles } from '../../../shared/node/forItems';
import type { Operation } from '../../../shared/node/operation';
import { optionsCollection } from '../../../shared/node/properties/requests';
import { downloadDocument } from '../../../shared/service/api/documents';
import { detailsOption } from '../vendor/vendorOptions';
import { outputOf } from '../vendor/vendorOutput';

/** In MB: more than documents have, and less than the disk of a small n8n. */
const maxSize = numberField(
	'Max Size',
	'maxSize',
	1000,
	[1],
	'Max size of the document in MB. The download of a larger one is stopped, and nothing of it is stored.',
);

/** Downloads a document (third-party-risk, `GET /tprm-api/downloads/document/{id}`). */
export const download: Operation = {
	properties: [
		textField(
			'Document ID',
			'documentId',
			'ID of the document to download, as in the event Document Uploaded',
			{ required: true, placeholder: 'e.g. doc_8c1f20e4b7a95d36' },
		),
		textField(
			'Put Output File in Field',
			'binaryPropertyName',
			'Binary field of the output item that contains the file',
			{
				default: 'data',
				required: true,
				hint: 'The name of the output binary field to put the file in',
			},
		),
		optionsCollection([detailsOption, maxSize]),
	],
	run: forEachInputWithFiles(
		(item) => ({
			id: item.requiredText('documentId', 'Document ID'),
			field: item.requiredText('binaryPropertyName', 'Put Output File in Field'),
			mostMegabytes: numberOf(item.options, maxSize),
		}),
		async ({ id, field, mostMegabytes }, item) => {
			const { context, client } = item;
			const { file, bytes, response } = await downloadDocument(context, client, id, mostMegabytes);
			const { fileName, mimeType } = file;
			const json = (await outputOf(item, [], response))({ id, fileName, mimeType, bytes });
			return [{ json, binary: { [field]: file } }];
		},
	),
};
