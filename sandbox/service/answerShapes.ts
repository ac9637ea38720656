import type { Response } from 'express';

/**
 * The answer of an endpoint where the specification leaves its shape open. A node must cope with all
 * of them; without a shape the service answers as `docs/open-points.md` says.
 */
export interface AnswerShape {
	/**
	 * `member`: an object with the list under its name; `array`: the list alone; `data`: an object with
	 * the list under another name; `empty`: no records although the request was processed; `none`: no
	 * body.
	 */
	wrap?: 'member' | 'array' | 'data' | 'empty' | 'none';
	/** Members that each record has; all by default. */
	fields?: readonly string[];
	/** Records on the first page, which is all that is returned, with their total number beside it. */
	page?: number;
	/** Members beside the list, such as a total; an answer without an object has none. */
	beside?: object;
	/** Headers, such as `X-Total-Count`. */
	headers?: Readonly<Record<string, string>>;
	/** Status other than 200, such as 206 for a part of the list. */
	status?: number;
	/** Ids that a bulk request is refused for, each with an entry in `errors`; the rest is processed. */
	refuse?: readonly string[];
}

/** Endpoints whose answer can take several shapes. */
export interface AnswerShapes {
	/** `GET /v1/scopes` */
	scopes?: AnswerShape;
	/** `POST /v1/scopes` */
	scopeCreated?: Pick<AnswerShape, 'fields'>;
	/** `POST /v1/scopes/tree`: members that each node has. */
	scopeTree?: Pick<AnswerShape, 'fields'>;
	/** `PATCH /v1/scopes` */
	scopesPatched?: AnswerShape;
	/** `GET /v1/controls` */
	controls?: AnswerShape;
	/** `POST /v1/scopeassignments` */
	assigned?: AnswerShape;
	/** `POST /tprm-api/vendors/search` */
	vendors?: AnswerShape;
	/** `GET /tprm-api/manage/webhooks/events` */
	events?: AnswerShape;
}

/** The fields of a scope that the specification names for the list: no status. */
export const SCOPE_FIELDS = [
	'id',
	'name',
	'owner',
	'description',
	'parentId',
	'pathIds',
	'pathNames',
] as const;

/** The fields of a control that the specification names. */
export const CONTROL_FIELDS = [
	'id',
	'controlType',
	'controlIdentifier',
	'name',
	'scopeName',
	'owner',
] as const;

/** One part of a bulk request that was refused. */
export interface PartError extends Record<string, string> {
	message: string;
}

/**
 * Answers with a list.
 *
 * @param member the name of the list in an object
 * @param usual how the endpoint answers without a shape
 */
export function sendList(
	response: Response,
	records: ReadonlyArray<object | string>,
	{
		member,
		usual,
		errors = [],
	}: { member: string; usual: 'member' | 'array'; errors?: PartError[] },
	{ wrap = usual, fields, page = Infinity, beside, headers = {}, status }: AnswerShape = {},
): void {
	if (wrap === 'none') return void response.status(204).end();
	const total = page < records.length && { total: records.length };
	if (status !== undefined) response.status(status);
	response.set({ ...headers, ...(total && { 'X-Total-Count': String(total.total) }) });
	const all =
		wrap === 'empty'
			? []
			: records
					.slice(0, page)
					.map((record) => (typeof record === 'string' ? record : pick(record, fields)));
	if (wrap === 'array' && errors.length === 0) return void response.json(all);
	const name = wrap === 'data' ? 'data' : member;
	response.json({ [name]: all, ...total, ...beside, ...(errors.length > 0 && { errors }) });
}

/** @returns a record with the members of the shape only */
export function pick(record: object, fields: readonly string[] | undefined): object {
	if (!fields) return record;
	return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
}

/** @returns whether a bulk request is refused for this id */
export function isRefused(id: string, { refuse = [] }: AnswerShape = {}): boolean {
	return refuse.includes(id);
}
