/** How servers call a page past the last one: "No more results", "No data found". */
const NO_MORE: readonly RegExp[] = [
	/\bno (?:more |further |additional |other |matching |next )?(?:data|entries|entry|items?|pages?|records?|results?|rows?|hits|matches|elements|objects|documents)(?:[.!]?$| (?:available|exist|found|left|remaining|returned|to|match|matched|were|was|for|on|in|at)\b)/i,
	/\bno (?:more|further|additional|remaining) \w+[.!]?$/i,
	/\bno \w+ (?:were |was |are )?(?:found|left)[.!]?$/i,
	/\b(?:0|zero) (?:entries|items|pages|records|results|rows|hits|matches|elements|objects|documents)\b/i,
	/\bend of (?:the |this )?(?:list|file|stream|feed|collection|data|entries|items|pages|records|results|rows)\b/i,
	/\b(?:reached the end|end reached|last page|nothing (?:more|left|found|to show|here)|none found)\b/i,
	/\b(?:page|list|data|entries|items|records|results|rows) (?:is|are|was) empty\b/i,
	/\bempty (?:page|list|data|entries|items|records|results|rows)\b/i,
	/^\W*(?:no more|all (?:data|items|records|results|rows) (?:were )?(?:returned|read)|invalid page|no content|no data|end|empty|done)\W*$/i,
];

/** The same as a whole, and how it begins in other languages. */
const NONE: readonly RegExp[] = [
	/^\W*not found\W*$/i,
	/^\s*(?:keine?|sin|aucune?|pas de|nessun[aoi]?|geen|ingen|inga|nenhuma?|brak|no hay)\s/i,
	/^\s*(?:没有|沒有|无|無|暂无)/u,
];

/** What else there may be none of: "No page access", "No more requests". */
const NO_OTHER =
	/\b(?:access|permissions?|tokens?|session|route|account|users?|credentials?|key|handler|licen[cs]e|subscription|requests?|attempts?|calls?|quota|credits?|connections?)\b|berechtigung|zugriff|zugang|anmeldung|permiso|acceso|accès|autoris|droit|permess|accesso|toegang|permiss[ãa]o|acesso|权|登|授/iu;

/** What is said of such a page as of other things: only with a word for a page it means that. */
const NOT_THERE =
	/\b(?:not found|no such|out of (?:range|bounds)|does(?: not|n't) exist|beyond|past the (?:end|last)|(?:exceeds|greater than|higher than) the (?:number|total|last|max\w*))\b/i;

const PAGE = /\b(?:page|offset|records?|results?)\b/i;

/** @returns whether the words of an answer mean that there are no more pages */
export function saysPastEnd(message: string): boolean {
	// Also as a code: `NO_DATA`.
	const words = message.replaceAll('_', ' ');
	if (NOT_THERE.test(words) && PAGE.test(words)) return true;
	return [...NO_MORE, ...NONE].some((said) => said.test(words)) && !NO_OTHER.test(words);
}

/** How a list without any records is called, where no page had any: "No vendors yet", "Nothing matches". */
const EMPTY_LIST: readonly RegExp[] = [
	/^\W*no (?:\w+ ){0,2}\w+s(?: yet| so far| here| available| to \w+)?[.!]?$/i,
	/\bno \w+ (?:match|matched|matches|matching|meets?|exists?|yet)\b/i,
	/\b(?:nothing|none) (?:match|matched|matches|yet)\b/i,
	/\b(?:did not|didn't|does not|doesn't|do not|don't) (?:match|return|have|contain) any\b/i,
];

/** @returns whether the words of an answer mean that there is nothing in the list */
export function saysNone(message: string): boolean {
	const isEmpty = EMPTY_LIST.some((said) => said.test(message)) && !NO_OTHER.test(message);
	return isEmpty || saysPastEnd(message);
}
