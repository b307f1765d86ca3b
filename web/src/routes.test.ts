import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROUTES } from './routes.tsx';

test.each(ROUTES)('the route $path names the file that it loads', async ({ file, load }) => {
  expect(await load()).toBe(await import(/* @vite-ignore */ join(import.meta.dirname, file)));
});
