import { ATLASSIAN } from './families/atlassian';
import { BUILDS } from './families/builds';
import { CALLS } from './families/calls';
import { CLOUD } from './families/cloud';
import { COLLABORATION } from './families/collaboration';
import { COMMERCE } from './families/commerce';
import { CULTURE } from './families/culture';
import { CUSTOMERS } from './families/customers';
import { DEVELOPMENT } from './families/development';
import { ENTERPRISE } from './families/enterprise';
import { EXCHANGES } from './families/exchanges';
import { FRAMEWORKS } from './families/frameworks';
import { GITHUB } from './families/github';
import { GOOGLE } from './families/google';
import { GRAPHQL_APIS } from './families/graphqlApis';
import { GRC } from './families/grc';
import { IDENTITY } from './families/identity';
import { IN_HOUSE } from './families/inHouse';
import { MARKETING } from './families/marketing';
import { MEDIA } from './families/media';
import { MICROSOFT } from './families/microsoft';
import { MONEY } from './families/money';
import { OFFICE } from './families/office';
import { OPERATIONS } from './families/operations';
import { PEOPLE } from './families/people';
import { REGISTERS } from './families/registers';
import { RESEARCH } from './families/research';
import { SEARCH_ENGINES } from './families/searchEngines';
import { SECURITY } from './families/security';
import { SHOPS } from './families/shops';
import { SOCIAL } from './families/social';
import { WEB_FRAMEWORKS } from './families/webFrameworks';
import { WORK } from './families/work';
import type { Design } from './types';

/** Paged APIs as people meet them, one per way of paging: shapes and rules, no content. */
export const DESIGNS: readonly Design[] = [
	...ATLASSIAN,
	...BUILDS,
	...CALLS,
	...CLOUD,
	...COLLABORATION,
	...COMMERCE,
	...CULTURE,
	...CUSTOMERS,
	...DEVELOPMENT,
	...ENTERPRISE,
	...EXCHANGES,
	...FRAMEWORKS,
	...GITHUB,
	...GOOGLE,
	...GRAPHQL_APIS,
	...GRC,
	...IDENTITY,
	...IN_HOUSE,
	...MARKETING,
	...MEDIA,
	...MICROSOFT,
	...MONEY,
	...OFFICE,
	...OPERATIONS,
	...PEOPLE,
	...REGISTERS,
	...RESEARCH,
	...SEARCH_ENGINES,
	...SECURITY,
	...SHOPS,
	...SOCIAL,
	...WEB_FRAMEWORKS,
	...WORK,
];

export { datasetOf } from './dataset';
export { filledFields, parametersOf } from './form';
export { DesignServer, MISTAKE } from './server';
export { credentialOf, headersOf } from './signIn';
export type { DesignServerOptions, ServedRequest } from './server';
export { ANY } from './types';
export type { Design, Reading, SignIn } from './types';
