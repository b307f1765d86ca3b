import { expect, test } from 'vitest';
import { shortened, shortFile } from '../build/short-file-lists.ts';

const chunk = (list: string, first: string, second: string) =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${list})))=>i.map(i=>d[i]);` +
  `v(()=>import("./a"),__vite__mapDeps(${first}));v(()=>import("./b"),__vite__mapDeps(${second}))`;

test('the files of lazy imports are named by seven signs each, without those that are here', () => {
  const code = chunk('["assets/ABCDEFG.js","assets/app_app.js","assets/a-c_ef.css"]', '[0,1,2]', '[1]');
  expect(shortened(code, (file) => file === 'assets/app_app.js')).toBe(
    chunk('"ABCDEFGa-c_ef.".match(/.{7}/g)', '[0,1]', '[]'),
  );
});

test('a chunk that loads nothing later stays as it is', () => {
  expect(shortened('const files=["assets/ABCDEFG.js"]', () => true)).toBe('const files=["assets/ABCDEFG.js"]');
});

test('a file whose name has another form stops the build', () => {
  expect(() => shortFile('assets/engine.worker-ABCDEFGH.js')).toThrow('has no short name');
});
