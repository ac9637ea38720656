import type { OutgoingRequest } from '../../../nodes/shared/auth/types';
import { resolveTarget } from '../../../nodes/shared/auth/outgoingRequest';

const base = 'https://a.example';

it.each<[Partial<OutgoingRequest>, string]>([
	[{ url: 'https://a.example/x' }, 'https://a.example/x'],
	[{ uri: 'https://a.example/x' }, 'https://a.example/x'],
	[{ uri: new URL('https://a.example/x') }, 'https://a.example/x'],
	// n8n prefers `url` to `uri`.
	[{ url: 'https://a.example/', uri: 'https://b.example/' }, 'https://a.example/'],
	[{ url: '/x', baseURL: base }, 'https://a.example/x'],
	[{ url: 'x?a=b', baseURL: `${base}/api/` }, 'https://a.example/api/x?a=b'],
	[{ url: '/x', baseURL: `${base}/api` }, 'https://a.example/api/x'],
	[{ url: '/a:b', baseURL: `${base}/api` }, 'https://a.example/api/a:b'],
	[{ url: '/https://b.example', baseURL: base }, 'https://a.example/https://b.example'],
	[{ url: '', baseURL: `${base}/api` }, 'https://a.example/api'],
	[{ baseURL: `${base}/api` }, 'https://a.example/api'],
	[{ url: '/x', baseURL: ' https://a.example ' }, 'https://a.example/x'],
	[{ url: 'https://b.example/x', baseURL: base }, 'https://b.example/x'],
	[{ url: '//b.example/x', baseURL: base }, 'https://b.example/x'],
	[{ url: '\\\\b.example/x', baseURL: base }, 'https://b.example/x'],
	[{ url: '/\\b.example/x', baseURL: base }, 'https://b.example/x'],
	[{ url: '/\t/b.example/x', baseURL: base }, 'https://b.example/x'],
	[{ url: ' //b.example/x', baseURL: base }, 'https://b.example/x'],
	[{ url: 'ht\ntps://b.example/x', baseURL: base }, 'https://b.example/x'],
	[{ url: 'https:\\\\b.example\\x' }, 'https://b.example/x'],
	[{ url: 'https://a.example@b.example/x' }, 'https://b.example/x'],
	[{ url: 'https://user:pass@a.example/x' }, 'https://a.example/x'],
	[{ url: 'http://a.example/x' }, 'http://a.example/x'],
	[{ url: '/x//y/', baseURL: `${base}/api//` }, 'https://a.example/api/x//y/'],
	[{ url: 'x/y', baseURL: `${base}//` }, 'https://a.example/x/y'],
])('the target of %j is %s', (request, expected) => {
	expect(resolveTarget({ url: undefined, ...request } as OutgoingRequest)?.href).toBe(expected);
});

it.each<Partial<OutgoingRequest>>([
	{},
	{ url: '/x' },
	{ url: '' },
	{ uri: { href: 'https://a.example/x' } },
	{ url: 'https://' },
	{ url: 'https://a.example/x', baseURL: 'nowhere' },
	{ url: 'ftp://a.example/x' },
	{ url: 'xhttps://a.example/x' },
	{ url: 'data:,x' },
	// Its origin is that of the address in it.
	{ url: 'blob:https://a.example/x' },
])('%j has no target', (request) => {
	expect(resolveTarget({ url: undefined, ...request } as OutgoingRequest)).toBeUndefined();
});
