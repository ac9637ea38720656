// Names as APIs write them, without separators. cspell:disable

/**
 * Names by which APIs are known to say where their records are and how they page. All of them in
 * lower case, letters and digits only: `next_page`, `nextPage` and `next-page` are one name.
 */

const set = (names: string) => new Set(names.trim().split(/\s+/));

/** Members that name a record, in any API, the likeliest first. */
export const ID_NAMES = ['id', '_id', 'uuid', 'guid', 'key', 'Id', 'ID'];

/** Usual names of the array of records. */
export const RECORD_NAMES = set(`
	data items results result records value values content contents entries entry rows hits resources
	member members hydramember list elements objects docs documents nodes edges features children
	response collection matches observations array payload body graph
`);

/** Arrays and objects whose content is never the records, unless the URL has their name. */
export const SIDE_NAMES = set(`
	links link errors error warnings warning included includes meta paging pagination pager pageinfo
	resultinfo searchcriteria searchmetadata responseheader responsemetadata debug page pages facets
	facetcounts aggregations aggs schemas constraints highlighting request parameters params
`);

/** Arrays that are about problems, never records. */
export const PROBLEM_NAMES = set('error errors warning warnings debug');

/** Arrays that are the records only if the response has no likelier one. */
export const UNLIKELY_NAMES = set(`
	columns fields schema sort sorting orders orderby filter filters headers actions suggestions message
	messages metadata query info expand names context notifications legend types definitions tags
	rights permissions roles
`);

/** Members of an envelope that say nothing about a single object. */
export const ENVELOPE_NAMES = set(`
	ok success status statuscode code message msg kind type object resourcetype apiversion version took
	timedout time duration href self url uri etag requestid traceid timestamp date description
	response batchcomplete incompleteresults title
`);

/** Members by which a single object is recognized. */
export const ENTITY_NAMES = set(`
	id uuid guid email createdat updatedat created modified createddate lastmodified firstname lastname
	username slug
`);

/** True while there are more pages. */
export const MORE_NAMES = set(`
	hasmore hasmoreitems hasnext hasnextpage morerecords istruncated
	more moreavailable truncated moreresults hasmoreresults hasmorerecords hasmoredata hasmorepages
	moredata moreitems morepages moreitemsincollection existsmore hasadditionalpages additionalpages
	resultstruncated hasmorerows hasnextpages
`);

/** True on the last page. */
export const LAST_NAMES = set(`
	islast islastpage last lastpage done
	endofrecords endofstream isend finished nomore nomoreresults
	isfinalpage isfinal isdone endofresults endoflist
`);

/** Numbers that are the total for certain, if they are at least the number of records. */
export const TOTAL_NAMES = set(`
	total totalcount totalresults totalrecords totalitems totalelements
	numfound odatacount nbhits hitcount recordstotal itemstotal resultstotal counttotal numbermatched
	found filtercount wptotal overallcount fullcount allcount recordsfiltered filteredcount
	filteredtotal totalfiltered totalfilteredcount
`);

/** Numbers that start with "total", but do not count records. */
export const NO_TOTAL =
	/page|time|ms$|millis|second|duration|price|amount|cost|score|byte|sum|tax|weight|value$|today|limit|returned|fetched|current|displayed/;

/** The number of records in all, or on this page: it depends on the API. */
export const COUNT_NAMES = set(`
	count resultcount results numresults num recordcount itemcount returned
	numberreturned totalreturned recordsreturned resultscount itemscount
`);

/** Flags that are about paging in some APIs, and about a job or a text in others. */
export const LAX_FLAGS = set('done finished last more truncated');

/** The number of records after those of the page. */
export const REMAINING_NAMES = set(`
	remaining remainingcount remainingitems remainingrecords remainingresults itemsremaining
	recordsremaining resultsremaining
`);

/** The number of pages. */
export const TOTAL_PAGES_NAMES = set(`
	totalpages pages pagecount lastpage numpages pagetotal pagestotal nbpages numberofpages totalpagecount
	maxpage maxpages totalpage lastpagenumber wptotalpages totalnumberofpages pagescount
`);

/** The page size. */
export const SIZE_NAMES = set(`
	perpage pagesize size limit pagelen itemsperpage resultsperpage recordsperpage maxresults hitsperpage
	rows pagelimit rpp rowsperpage top take entriesperpage sysparmlimit odatatop pageitems resultsetsize
	resultrecordcount maxitems maxrecords
`);

/** The number of the page. */
export const PAGE_NAMES = set(`
	page currentpage pagenumber pageindex pageno pagenum curpage currentpagenumber pagecurrent thispage
	paged pg
`);

/** The number of records before the page. */
export const OFFSET_NAMES = set(`
	offset start startat startindex skip from startposition firstresult startrow currentoffset
	resultoffset startfrom startrecord sysparmoffset pageoffset firstrecord startitem odataskip
`);

/** Query parameters that say which page a URL requests. */
export const PAGE_PARAMETERS = new Set([
	...PAGE_NAMES,
	...set('p pagenumber paginationpage searchcriteriacurrentpage'),
]);

/** Query parameters that name the record at which a page begins or ends. */
export const POSITION_PARAMETERS = set(
	'before after since until previous prev older newer around maxid minid sinceid endingbefore',
);

/** Names of the next page, also those that few APIs use. */
export const NEXT_PAGE =
	/^(?:x|odata|opc)?next(?:pages?|results?|records?|items?|batch|set|chunk|data|entries|max|continuation|skip){0,2}(?:token|cursor|ur[il]|link|href|key|id|offset|start|marker|mark|number|path|position|index|range){0,2}$/;

/** Names of the page before. */
export const PREVIOUS_PAGE =
	/^(?:prev|previous|older|earlier)(?:pages?|results?|records?|items?|batch|set|chunk|data|entries){0,2}(?:token|cursor|ur[il]|link|href|key|id|offset|start|marker|number|path|position|index){0,2}$/;

/** True while there are pages before this one. */
export const PREVIOUS_FLAGS = set(`
	hasprevious hasprev haspreviouspage hasprevpage haspreviousresults hasolder hasearlier
`);

/** The last page by its number, not how many there are, where pages count from 0. */
export const LAST_NUMBER = /last|max/;

/** What a name contains that is something else than a token, although it sounds like one: `accessToken`. */
export const NO_TOKEN_WORDS =
	/prev|before|begin|first|self|access|refresh|csrf|xsrf|auth|session|sync|delta|bearer|api|sas|type|expire|total|size|limit|count|startcursor|start_cursor|has|requestid|upload|reset/;

/** A name that contains one of these is a token, unless it is excluded. */
export const TOKEN_WORDS =
	/cursor|token|continuation|marker|bookmark|scroll|pagestate|iterator|resumption|pageinfo$|nextkey|nextid|nextbatch|nextmaxid|lastevaluatedkey|lastkey|startafter|startingafter|nextposition|afterid|nextanchor|paginationkey|afterkey/;

/** What a name contains that is not about the next page, but a time or a number: `next_run_at`. */
export const NO_PAGE_WORDS =
	/time|date|at$|run|sync|poll|delay|retry|attempt|second|size|limit|count|total|perpage|method|title|label|templated|rel$|name|type/;

/** Names that are a token as they are. */
export const TOKEN_NAMES = set(`
	after next nextpage nextoffset offset nextstart continue lastid nextbatch bookmark pageid nextpageid
	maxid nextid lastseq
`);

/** Members of a link that contain its address. */
export const ADDRESS_NAMES = set('href url uri link ref id page self target path nextpage');

/** Objects about paging, by their plain names. */
export const ABOUT_PAGING =
	/^(?:links?|meta|metadata|next|pages?|pageinfo|pager|paging|pagination|cursors?|responsemetadata|resultinfo|searchmetadata)$/;

/** Names of numbers that count something other than all records. */
export const OTHER_NUMBERS = new Set([
	...SIZE_NAMES,
	...COUNT_NAMES,
	...PAGE_NAMES,
	...TOTAL_PAGES_NAMES,
	...OFFSET_NAMES,
]);

/** Names beside which records are. */
export const PAGING_NAMES = new Set([
	...MORE_NAMES,
	...TOTAL_NAMES,
	...TOTAL_PAGES_NAMES,
	...PAGE_NAMES,
	...TOKEN_NAMES,
	...['perpage', 'pagesize'],
]);
