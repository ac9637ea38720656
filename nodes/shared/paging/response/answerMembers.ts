import { isRecord } from '../../basics/guards';
import { memberFold } from '../../basics/nameFolds';

/** A value that an answer has outside its records. */
export interface AnswerMember {
	/** The names that lead to it, with dots; elements of an array are all `*`. */
	path: string;
	/** These names as they are compared: `errorcode` for `error_code`. */
	names: readonly string[];
	value: string | number | boolean | null;
	/** Whether it is an element of an array of plain values: `{ "suggestions": ["…"] }`. */
	isListed: boolean;
}

/** How deep members are read; deeper ones are about something else than the answer. */
const DEEPEST_MEMBER = 4;

/** How many members are read at most, and elements of each array. */
const MOST_MEMBERS = 500;

const MOST_ELEMENTS = 3;

/**
 * @param property path of the records
 * @returns the plain values that an answer has outside its records, and how many there are at most
 */
export function membersIn(body: unknown, property: string): AnswerMember[] {
	const list = property.replace(/\[(-?\w+)\]/g, '.$1').replace(/\.?\*$/, '');
	const members: AnswerMember[] = [];
	const read = (value: unknown, keys: string[], isListed: boolean) => {
		const path = keys.join('.');
		if (members.length >= MOST_MEMBERS || keys.length > DEEPEST_MEMBER) return;
		if (keys.length > 0 && path === list) return;
		if (Array.isArray(value)) {
			// The body can be an array of a page's metadata and its records.
			const isBody = keys.length === 0;
			if (isBody && list === '') return;
			for (const [at, element] of value.slice(0, MOST_ELEMENTS).entries())
				read(element, [...keys, isBody ? String(at) : '*'], !isBody);
		} else if (isRecord(value)) {
			for (const [key, member] of Object.entries(value)) read(member, [...keys, key], false);
		} else if (isPlain(value)) {
			members.push({ path, names: keys.map(memberFold), value, isListed });
		}
	};
	read(body, [], false);
	return members;
}

/** @returns whether the answer has more members than are read */
export function isCut(members: readonly AnswerMember[]): boolean {
	return members.length >= MOST_MEMBERS;
}

/** @returns the last name that leads to a member; that of the array for its elements */
export function nameOf({ names }: AnswerMember): string {
	return names.findLast((name) => name !== '') ?? '';
}

function isPlain(value: unknown): value is AnswerMember['value'] {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
