import type { Design, Reading } from '../../sandbox/designs';
import { credentialOf, datasetOf, DESIGNS, filledFields, headersOf } from '../../sandbox/designs';
import type { FilledField } from '../../sandbox/designs/form';
import { cell, table } from './text';

/** Heading of each scheme, in the order of its share among the designs. */
const SCHEMES = [
	['nextToken', 'Next Token or URL'],
	['offsetAndLimit', 'Offset and Limit'],
	['pageBased', 'Page Number'],
	['graphqlConnections', 'GraphQL Connection'],
] as const;

/** Shown elsewhere in the row, or too long for a table. */
const ELSEWHERE = ['url', 'schemeType', 'query', 'variables', 'body'];

/** @returns a table per paging scheme: what each design needs, with the form filled in */
export function designTables(): string {
	const readings = DESIGNS.flatMap((design) =>
		design.readings.map((reading) => ({ design, reading })),
	);
	const tables = SCHEMES.flatMap(([type, heading]) => {
		const rows = readings
			.filter(({ reading }) => reading.pagingScheme.type === type)
			.map(({ design, reading }) => rowOf(design, reading))
			.sort(([a = ''], [b = '']) => nameIn(a).localeCompare(nameIn(b), 'en'));
		const head = ['API', 'URL', 'Fields', 'Authentication', 'Automatic'];
		return [`## ${heading}`, table(head, rows)];
	});
	// The names in them are those of other people's APIs.
	return ['<!-- cspell:disable -->', ...tables, '<!-- cspell:enable -->'].join('\n\n');
}

/** @returns how many designs there are, as the sentence on top of the page needs it */
export function designCount(): string {
	return `${DESIGNS.length} designs. The last column says whether **Source: Automatic** needs only the URL.`;
}

function rowOf(design: Design, reading: Reading): string[] {
	const { name, docs, automatic } = design;
	const title = docs === undefined ? name : `[${name}](${docs})`;
	const isFirst = reading === design.readings[0];
	return [
		[title, reading.note].filter(Boolean).join('<br>'),
		`${design.method ?? 'GET'} ${code(reading.path ?? design.path)}`,
		filledFields(datasetOf(design, reading)).filter(isWorthShowing).map(fieldOf).join('<br>'),
		signInOf(design),
		isFirst ? (automatic === true ? 'Yes' : `No: ${automatic}`) : '',
	];
}

function nameIn(title: string): string {
	return title.replace(/^\[/, '').toLowerCase();
}

/** A field that keeps its default needs no word. */
function isWorthShowing({ property, value }: FilledField): boolean {
	if (ELSEWHERE.includes(property.name)) return false;
	return value === '' || JSON.stringify(value) !== JSON.stringify(property.default);
}

/** What a label is below. */
const PLACES: Record<FilledField['place'], string> = {
	form: '',
	options: 'Options > ',
	details: 'Options > Paging Details > ',
};

function fieldOf({ property, value, place }: FilledField): string {
	const label = PLACES[place] + property.displayName;
	const choice = property.options?.find((option) => 'value' in option && option.value === value);
	const text = choice?.name ?? (value === '' ? '_empty_' : code([value].flat().join(', ')));
	return `${label}: ${text}`;
}

function signInOf(design: Design): string {
	const { authentication, data } = credentialOf(design, '');
	const { signIn } = design;
	const kinds = {
		none: () => 'None',
		pagedHttpOAuth2Api: () => 'Paged HTTP OAuth2 API',
		pagedHttpApi: () => {
			if (signIn.kind === 'headers') {
				return `Paged HTTP API, key in header ${Object.keys(signIn.headers).map(code).join(' and ')}`;
			}
			if (signIn.kind === 'query') return `Paged HTTP API, key in query ${code(signIn.name)}`;
			return `Paged HTTP API, ${data.authentication === 'basic' ? 'Basic Auth' : 'bearer token'}`;
		},
	};
	const headers = Object.entries(headersOf(design)).map(
		([name, value]) => `Options > Headers: ${code(`${name}: ${value}`)}`,
	);
	return [kinds[authentication](), ...headers].join('<br>');
}

/** A backtick would end the code, and a bar the cell. */
function code(text: string): string {
	return `\`${cell(text)}\``;
}
