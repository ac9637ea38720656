/** A parameter's text in n8n's form may have HTML; its cell in a table may not have everything. */
export function cell(text: string): string {
	return text
		.replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
		.replace(/<\/?b>/g, '**')
		.replace(/\{\{.*?\}\}/g, '`$&`')
		.replace(/<(?!br>)/g, '&lt;')
		.replaceAll('|', '\\|')
		.replaceAll('\n', ' ');
}

/** @returns a text that can stand before another one: a single sentence has no full stop in n8n */
export function sentence(text: string): string {
	return text === '' || /[.?!:]$/.test(text) ? text : `${text}.`;
}

/** @returns rows as a Markdown table */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
