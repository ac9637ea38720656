import { defineResource } from '../../../shared/node/resource';
import { download } from './download.operation';

/** The resource Document and its operations. */
export const document = defineResource('document', 'Document', 'download', {
	download: {
		name: 'Download',
		action: 'Download a document',
		description: 'Download a document as a file',
		operation: download,
	},
});
