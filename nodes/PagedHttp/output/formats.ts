import { jsonText } from '../../shared/basics/json';
import { csv } from './csv';
import type { Format } from './formatTypes';

const ndjson: Format = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	encoder: () => ({
		encode: (records) => records.map((record) => `${jsonText(record)}\n`).join(''),
		end: () => '',
	}),
};

const json: Format = {
	extension: 'json',
	mimeType: 'application/json',
	encoder(_table, before) {
		let separator = before ? ',\n' : '[\n';
		return {
			encode(records) {
				if (records.length === 0) return '';
				const text = separator + records.map(jsonText).join(',\n');
				separator = ',\n';
				return text;
			},
			end: () => (separator === '[\n' ? '[]\n' : '\n]\n'),
		};
	},
};

/** The formats by the value of the parameter File Format. */
export const FORMATS = { csv, json, ndjson };
