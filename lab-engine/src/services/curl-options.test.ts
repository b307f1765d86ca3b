import { expect, test } from 'vitest';
import { readCurl } from './curl-options.ts';

const read = (line: string) => {
  const options = readCurl(line.split(' '));
  if ('message' in options) throw new Error(options.message);
  return options;
};

test('an address without a scheme is one of HTTP, and GET is the method', () => {
  expect(read('orders.test/a?b=1')).toMatchObject({ method: 'GET', data: null, headers: [], maxMs: null });
  expect(read('orders.test/a?b=1').url.href).toBe('http://orders.test/a?b=1');
});

test('short options are joined, and the last one takes its value', () => {
  expect(read('-sXPUT -m0.5 x.test')).toMatchObject({ method: 'PUT', silent: true, maxMs: 500 });
  expect(read('-sSo out x.test')).toMatchObject({ silent: false, output: 'out' });
});

test('data makes a POST of a form, and JSON says that it is JSON', () => {
  expect(read('-d a=1 --data-raw @b x.test')).toMatchObject({
    method: 'POST',
    data: [{ text: 'a=1' }, { text: '@b' }],
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  });
  const { headers, data } = read('--json @order.json -H Accept:text/plain x.test');
  expect(headers).toEqual([
    ['Content-Type', 'application/json'],
    ['Accept', 'text/plain'],
  ]);
  expect(data).toEqual([{ file: 'order.json', keepsLines: true }]);
});

test('what curl of a lab cannot do is refused by name', () => {
  expect(readCurl(['-Z', 'x.test'])).toEqual({ message: 'option -Z: is unknown', status: 2 });
  expect(readCurl(['--upload-file', 'a', 'x.test'])).toMatchObject({ status: 2 });
  expect(readCurl(['x.test', '-d'])).toEqual({ message: 'option -d: requires parameter', status: 2 });
  expect(readCurl(['-m', 'soon', 'x.test'])).toMatchObject({ status: 2 });
  expect(readCurl([])).toEqual({ message: 'no URL specified', status: 2 });
  expect(readCurl(['ftp://x.test/'])).toMatchObject({ status: 3 });
  expect(readCurl(['http://'])).toMatchObject({ status: 3 });
});
