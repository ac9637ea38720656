import * as atlassian from './families/atlassian';
import * as builds from './families/builds';
import * as calls from './families/calls';
import * as cloud from './families/cloud';
import * as collaboration from './families/collaboration';
import * as commerce from './families/commerce';
import * as culture from './families/culture';
import * as customers from './families/customers';
import * as development from './families/development';
import * as enterprise from './families/enterprise';
import * as exchanges from './families/exchanges';
import * as frameworks from './families/frameworks';
import * as github from './families/github';
import * as google from './families/google';
import * as graphqlApis from './families/graphqlApis';
import * as grc from './families/grc';
import * as identity from './families/identity';
import * as inHouse from './families/inHouse';
import * as marketing from './families/marketing';
import * as media from './families/media';
import * as microsoft from './families/microsoft';
import * as money from './families/money';
import * as office from './families/office';
import * as operations from './families/operations';
import * as people from './families/people';
import * as registers from './families/registers';
import * as research from './families/research';
import * as searchEngines from './families/searchEngines';
import * as security from './families/security';
import * as shops from './families/shops';
import * as social from './families/social';
import * as webFrameworks from './families/webFrameworks';
import * as work from './families/work';
import type { Design } from './types';

const FAMILIES: ReadonlyArray<Readonly<Record<string, Design>>> = [
	atlassian,
	builds,
	calls,
	cloud,
	collaboration,
	commerce,
	culture,
	customers,
	development,
	enterprise,
	exchanges,
	frameworks,
	github,
	google,
	graphqlApis,
	grc,
	identity,
	inHouse,
	marketing,
	media,
	microsoft,
	money,
	office,
	operations,
	people,
	registers,
	research,
	searchEngines,
	security,
	shops,
	social,
	webFrameworks,
	work,
];

/** Paged APIs as people meet them, one per way of paging: shapes and rules, no content. */
export const DESIGNS: readonly Design[] = FAMILIES.flatMap((family) => Object.values(family));

export { datasetOf } from './dataset';
export { filledFields, parametersOf } from './form';
export { DesignServer, MISTAKE } from './server';
export { credentialOf, headersOf } from './signIn';
export type { DesignServerOptions, ServedRequest } from './server';
export { ANY } from './types';
export type { Design, Reading, SignIn } from './types';
