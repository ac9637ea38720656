/** What servers call the records of a page. */
const RECORDS =
	'(?:data|entries|entry|items?|pages?|records?|results?|rows?|hits|matches|elements|objects|documents)';

/** How servers call a page past the last one: "No more results", "No data found". */
const NO_MORE = new RegExp(
	[
		`\\bno (?:more |further |additional |other |matching |next )*${RECORDS}` +
			'(?: (?:available|exist|found|left|remaining|returned|to (?:show|display|return)|match\\w*|were|was|for|on|in this|at this)\\b.*)?[.!]?$',
		'\\bno (?:more|further|additional|remaining) (?!requests?|attempts?|calls?|quota|credits?|connections?|access)\\w+[.!]?$',
		'\\bno (?!\\w*(?:token|session|route|account|user|credential|permission|key|handler|licen[cs]e|subscription))\\w+ (?:were |was |are )?(?:found|left)[.!]?$',
		'\\b(?:0|zero) ' + RECORDS + '\\b',
		'\\b(?:contains?|has|have|with) no ' + RECORDS + '\\b',
		'\\bend of (?:the |this )?(?:list|file|stream|feed|collection|' + RECORDS + ')\\b',
		'\\b(?:reached the end|end reached|(?:the )?last page|nothing (?:more|left|found|to show|here)|none found)\\b',
		'\\b' + RECORDS + ' (?:is|are|was) empty\\b|\\bempty ' + RECORDS + '\\b',
		'^\\W*(?:no more|all ' +
			RECORDS +
			' (?:were )?(?:returned|read)|invalid page|no content|no data|end|empty|done)\\W*$',
	].join('|'),
	'i',
);

/** What is said of such a page as of other things: only with a word for a page it means that. */
const NOT_THERE =
	/\b(?:not found|out of (?:range|bounds)|does(?: not|n't) exist|beyond|past the (?:end|last)|(?:exceeds|greater than|higher than) the (?:number|total|last|max\w*))\b/i;

const PAGE = /\b(?:page|offset|records?|results?)\b/i;

/** @returns whether the words of an answer mean that there are no more pages */
export function saysPastEnd(message: string): boolean {
	// Also as a code: `NO_DATA`.
	const words = message.replaceAll('_', ' ');
	return NO_MORE.test(words) || (NOT_THERE.test(words) && PAGE.test(words));
}
