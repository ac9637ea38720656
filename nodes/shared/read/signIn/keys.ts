import type { Clean } from '../../http/redact';
import { isSecretName } from '../../secretNames';

/** A query parameter with a value, in URLs. */
const PARAMETER = /([?&;])([\w-]+)=[^&#\s"'<>\\]+/g;

/** Hides the values of keys in URLs: one may be in no credential. */
export const hideKeys: Clean = (text) =>
	text.replace(PARAMETER, (pair, before: string, name: string) =>
		isSecretName(name) ? `${before}${name}=***` : pair,
	);
