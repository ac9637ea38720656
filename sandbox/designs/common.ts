import { refusing } from './refusals';
import type { Design } from './types';

/**
 * @param shape the body of an error, which the designs of a family share
 * @returns what such designs start from: `common` for those with a credential of their own, `bearer`
 *   for those with a token, and `open` for those without any
 */
export function family(shape: Parameters<typeof refusing>[0]) {
	const common = { refuse: refusing(shape), automatic: true } as const satisfies Partial<Design>;
	return {
		common,
		bearer: (token: string) =>
			({ ...common, signIn: { kind: 'bearer', token } }) as const satisfies Partial<Design>,
		open: { ...common, signIn: { kind: 'none' } } as const satisfies Partial<Design>,
	};
}
