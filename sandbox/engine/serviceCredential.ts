import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Service } from '../service/service';

/** Id that the demo, the tests and the sandbox give to the credential of every GRC node. */
export const CREDENTIAL_ID = 'grc';

/** Id of the credential of nodes that send mail. */
export const MAIL_CREDENTIAL_ID = 'mail';

/** @returns the fields of n8n's SMTP credential for the sandbox's mailbox */
export function mailCredential({ mailbox }: Pick<Service, 'mailbox'>) {
	const address = { host: '127.0.0.1', port: mailbox.port, hostName: '' };
	return { ...address, user: '', password: '', secure: false, disableStartTls: true };
}

/** @returns the fields of the credential that an administrator of the service would fill in */
export function serviceCredential({
	url,
	client,
	settings,
}: Pick<Service, 'url' | 'client' | 'settings'>): ICredentialDataDecryptedObject {
	return {
		baseUrl: url,
		clientId: client.id,
		clientSecret: client.secret,
		organizationTimeZone: settings.timeZone,
		organizationDateFormat: settings.dateFormat.replace('DD', 'dd').replace('YYYY', 'yyyy'),
	};
}
