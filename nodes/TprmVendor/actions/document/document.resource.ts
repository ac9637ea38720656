import { defineResource } from '../../../shared/node/resource';
import { download } from './download.operation';

/** The resource Document and its operations. */
export const document = defineResource('document', 'download', {
	download: {
		name: 'Download',
		action: 'Download a document',
		description: 'Download a document of any size as a file',
		operation: download,
	},
});
