import { memberFold } from './nameFolds';

/**
 * @returns the name of a member of an error as it is compared, without what stands before it for its origin:
 *   `detail` for `o:Detail`, `error` for `odata.error`
 */
export function errorName(name: string): string {
	return memberFold(name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1));
}

/** How the names of members begin that servers have for an error: `errorCode`, `Errors`, `fault`. */
export const ABOUT_ERROR = /^(?:err|fault|exception)/;

/** `{ "errorCount": 3 }` counts them. */
export const COUNT = /count$/;

/** Those of them that are a code: `{ "errcode": 0, "errmsg": "ok" }` is none. */
export const ERROR_CODE = /(?:code|no|num|number|status|id)$/;

/** Members with the verdict of a server on its own answer: `{ "code": 0 }`, `{ "statusCode": 401 }`. */
export const VERDICT =
	/^(?:http|api|response|result|ret|return|rtn|biz|sub)?(?:status|statuscode|code|rescode|resultcode|ret|retcode|errno)$|^rc$/;

/** Members that are true where a request went well: `{ "ok": 1 }`, `{ "isSuccess": false }`. */
export const WENT_WELL = /^(?:is|was|has)?(?:ok|success|successful|succeeded)$/;
