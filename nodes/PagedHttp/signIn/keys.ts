import type { Clean } from '../../shared/http/redact';

/** Query parameters that usually have a secret value, in URLs. */
const KEYS =
	/([?&;](?:(?:access|amz|api|app|auth|client|consumer|private|security|session|subscription|user|x)[_-]?)*(?:auth|hapikey|jwt|key|passw(?:or)?d|pwd|secret|sig(?:nature)?|token)=)[^&#\s"'<>\\]+/gi;

/** Hides the values of such parameters: a URL may have a key that is in no credential. */
export const hideKeys: Clean = (text) => text.replace(KEYS, '$1***');
