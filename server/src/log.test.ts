import { expect, it } from 'vitest';
import { masked } from './log.ts';

it.each([
  ['an address', 'sign-in of lena@example.org failed', 'sign-in of [address] failed'],
  ['a personal access token', 'bearer academy_0123456789abcdefABCDEF was refused', 'bearer [token] was refused'],
  ['a session token', 'got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln here', 'got [token] here'],
  ['nothing secret', 'GET /courses 200', 'GET /courses 200'],
])('%s in a line of the log', (_what, line, shown) => expect(masked(line)).toBe(shown));
