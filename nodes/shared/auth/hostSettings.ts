import type { IHttpRequestOptions } from 'n8n-workflow';

import type { GrcCredential } from './credential';

/** A request in the form of either of n8n's request functions; the older one has more. */
export type OutgoingRequest = IHttpRequestOptions & { uri?: unknown; simple?: unknown };

/** What a credential says about where its secret may be sent. */
export type HostSettings = Pick<GrcCredential, 'baseUrl' | 'allowedHosts'>;

/** What a credential says about where and how its secret may be sent. */
export type Guard = HostSettings & Pick<GrcCredential, 'ignoresSslIssues'>;
