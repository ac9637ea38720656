import { plainText } from '../basics/plainText';
import { isSecretName } from '../basics/secretNames';
import type { Clean } from './redact';

/** A query parameter with a value, in URLs. */
const PARAMETER = /([?&;])([\w-]+)=[^&#\s"'<>\\]+/g;

/** Hides the values of keys in URLs: one may be in no credential. */
export const hideKeys: Clean = (text) =>
	text.replace(PARAMETER, (pair, before: string, name: string) =>
		isSecretName(name) ? `${before}${name}=***` : pair,
	);

/** For texts that may have keys in URLs, and that no credential says more about. */
export const withoutKeys: Clean = (text) => hideKeys(plainText(text));
