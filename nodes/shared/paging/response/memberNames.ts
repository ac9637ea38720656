import { memberFold } from '../../basics/nameFolds';
import { PAGING_NAMES } from './knownNames';

/** @returns whether a member says where a page is among others: `per_page`, `more_topics_url` */
export function isPagingName(key: string): boolean {
	return PAGING_NAMES.has(memberFold(key)) || saysMore(key);
}

/** @returns whether a name is that of a URL with more records: `more_topics_url` */
export function saysMore(key: string): boolean {
	return /^(?:load|show|view)?_?more.*(?:url|uri|link|href)$/i.test(key);
}

/** @returns the last name of a path, as it is compared: `next` of `links.Next` */
export function lastNameOf(path: string): string {
	return memberFold(path.slice(path.lastIndexOf('.') + 1));
}

/** @returns whether a name is about the next page, whatever else it says: `nextPage`, `page_next` */
export function saysNext(key: string): boolean {
	const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
	return (
		words.split(/[^a-z0-9]+/).includes('next') ||
		/^(odata)?next/.test(memberFold(key)) ||
		saysMore(key)
	);
}
