/** Where `npm run docs -- charts` draws. */
export const CHARTS = 'docs/charts';

/** @returns the place of a chart in a page of docs/, for both themes */
export function picture(part: string, alt: string): string {
	return [
		'<picture>',
		`  <source media="(prefers-color-scheme: dark)" srcset="./charts/${part}-dark.svg">`,
		`  <img src="./charts/${part}-light.svg" alt="${alt}" width="700">`,
		'</picture>',
	].join('\n');
}
