import type { Design, Reading } from '../../sandbox/designs';
import { credentialOf, datasetOf, DESIGNS, filledFields, headersOf } from '../../sandbox/designs';
import type { FilledField } from '../../sandbox/designs/form';
import { cell, table } from './text';

/** Shown elsewhere in the row, or too long for a table. */
const ELSEWHERE = ['url', 'query', 'variables', 'body'];

/** @returns a table of the designs that need more than a URL, with the form filled in, and one of the others */
export function designTables(): string {
	const others = DESIGNS.filter(({ automatic }) => automatic !== true);
	const simple = DESIGNS.filter(({ automatic }) => automatic === true);
	const sorted = (rows: string[][]) =>
		rows.sort(([a = ''], [b = '']) => nameIn(a).localeCompare(nameIn(b), 'en'));
	// The names in them are those of other people's APIs.
	return [
		'<!-- cspell:disable -->',
		'## The URL is enough',
		table(['API', 'URL', 'Authentication'], sorted(simple.map(rowOf))),
		'## More than the URL',
		table(
			['API', 'URL', 'Authentication', 'Fields', 'Automatic cannot read it'],
			sorted(
				others.map((design) => [
					...rowOf(design),
					allFieldsOf(design).join('<br>'),
					String(design.automatic),
				]),
			),
		),
		'<!-- cspell:enable -->',
	].join('\n\n');
}

/** @returns the same as JSON with a line per design, and each way to read it as a dataset that Paged HTTP takes */
export function designData(): string {
	const lines = DESIGNS.map((design) => {
		const { name, docs, automatic, readings } = design;
		return JSON.stringify({
			name,
			anchor: anchorOf(name),
			...(docs !== undefined && { docs }),
			authentication: signInOf(design).split('<br>')[0]?.replaceAll('`', ''),
			headers: headersOf(design),
			automatic: automatic === true,
			...(automatic !== true && { reason: automatic }),
			setups: readings.map((reading) => ({
				...(reading.note !== undefined && { note: reading.note }),
				dataset: {
					...datasetOf(design, reading),
					url: withUsualSize(reading.path ?? design.path, design),
				},
			})),
		});
	});
	return `[\n${lines.join(',\n')}\n]\n`;
}

/** @returns how many designs there are, and how many of them need only a URL */
export function designCount(): string {
	const simple = DESIGNS.filter(({ automatic }) => automatic === true).length;
	return `${DESIGNS.length} APIs. **Paging Setup: Automatic** reads ${simple} of them from their URL alone.`;
}

function rowOf(design: Design): string[] {
	const { name, docs, readings } = design;
	return [
		`<a id="${anchorOf(name)}"></a>${docs === undefined ? name : `[${name}](${docs})`}`,
		urlOf(design, readings[0]),
		signInOf(design),
	];
}

/** The fields of the form, also for other ways to read the same API. */
function allFieldsOf(design: Design): string[] {
	const [first, ...others] = design.readings;
	return [...fieldsOf(design, first), ...others.map((reading) => otherWay(design, first, reading))];
}

function urlOf(design: Design, reading: Reading): string {
	const url = code(withUsualSize(reading.path ?? design.path, design));
	return design.method === 'POST' ? `POST ${url}` : url;
}

/** @returns the URL with the page size of its row in place of that of the tests: `?limit=5` */
function withUsualSize(url: string, design: Design): string {
	const fields = filled(design, design.readings[0]);
	const valueOf = (name: string) => fields.find(({ property }) => property.name === name)?.value;
	const [path = '', query] = url.split('?');
	if (query === undefined) return url;
	const parameters = query.split('&').map((parameter) => {
		const [name = '', value = ''] = parameter.split('=');
		const isSize = name === valueOf('limitParameter') && /^\d+$/.test(value);
		return isSize ? `${name}=${String(valueOf('limitValue') ?? value)}` : parameter;
	});
	return `${path}?${parameters.join('&')}`;
}

/** Another way to read the same API: only what differs from the first one. */
function otherWay(design: Design, first: Reading, reading: Reading): string {
	const before = filled(design, first);
	const shown = before.filter(isWorthShowing).map(({ property }) => property.name);
	const same = before.map(fieldOf);
	const url = urlOf(design, reading);
	const fields = filled(design, reading)
		.filter((field) => isWorthShowing(field) || shown.includes(field.property.name))
		.map(fieldOf)
		.filter((field) => !same.includes(field));
	const own = url === urlOf(design, first) ? fields : [`URL: ${url}`, ...fields];
	return `_Or ${reading.note ?? ''}:_ ${own.join(', ')}`;
}

function fieldsOf(design: Design, reading: Reading): string[] {
	return filled(design, reading).filter(isWorthShowing).map(fieldOf);
}

/** The fields of the form, without those that are shown elsewhere. */
function filled(design: Design, reading: Reading): FilledField[] {
	return filledFields(datasetOf(design, reading)).filter(
		({ property }) => !ELSEWHERE.includes(property.name),
	);
}

/** @returns where other pages link to, such as `drata` for Drata-like */
function anchorOf(name: string): string {
	return name
		.replace(/-like$/, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-');
}

function nameIn(title: string): string {
	return title.replace(/^<a.*?><\/a>\[?/, '').toLowerCase();
}

/** A field that keeps its default needs no word, except for the scheme, which decides about the others. */
function isWorthShowing({ property, value }: FilledField): boolean {
	return (
		property.name === 'schemeType' ||
		value === '' ||
		JSON.stringify(value) !== JSON.stringify(property.default)
	);
}

/** What a label is below. */
const PLACES: Record<FilledField['place'], string> = {
	form: '',
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
