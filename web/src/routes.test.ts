import { join } from 'node:path';
import { RESERVED_SLUGS } from '@academy/contract/reserved-slugs';
import { expect, test } from 'vitest';
import { ROUTES } from './routes.tsx';

test.each(ROUTES)('the route $path names the file that it loads', async ({ file, load }) => {
  expect(await load()).toBe(await import(/* @vite-ignore */ join(import.meta.dirname, file)));
});

test.each(ROUTES)('no page of content can take the address of $path', ({ path }) => {
  const [, first = ''] = path.split('/');
  const isOwn = first === '' || first.startsWith(':');
  expect(isOwn || RESERVED_SLUGS.includes(first), 'contract/src/reserved-slugs.ts').toBe(true);
});
