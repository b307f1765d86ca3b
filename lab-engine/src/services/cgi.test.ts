import { expect, test } from 'vitest';
import { cgiResponse, cgiVariables, headOf } from './cgi.ts';

test('a service learns of a request by the variables of CGI', () => {
  const variables = cgiVariables({
    method: 'POST',
    url: new URL('http://orders.test:8080/orders/a%20b?open=1'),
    headers: [
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', "it's one"],
    ],
    body: 'grün',
  });
  expect(variables).toMatchObject({
    REQUEST_METHOD: 'POST',
    PATH_INFO: '/orders/a b',
    QUERY_STRING: 'open=1',
    SERVER_NAME: 'orders.test',
    SERVER_PORT: '8080',
    HTTP_HOST: 'orders.test:8080',
    CONTENT_TYPE: 'application/json',
    CONTENT_LENGTH: '5',
    HTTP_IDEMPOTENCY_KEY: "it's one",
  });
  expect(variables).not.toHaveProperty('HTTP_CONTENT_TYPE');
});

test('headers, an empty line and a body are a response', () => {
  const response = cgiResponse('Status: 201\nLocation: /orders/1\n\n{"id":1}\n\nmore\n');
  expect(response).toEqual({
    status: 201,
    reason: 'Created',
    headers: [['Location', '/orders/1']],
    body: '{"id":1}\n\nmore\n',
  });
  expect(response && headOf(response)).toBe('HTTP/1.1 201 Created\r\nLocation: /orders/1\r\n\r\n');
  expect(cgiResponse('Status: 418 Teapot\n')).toEqual({ status: 418, reason: 'Teapot', headers: [], body: '' });
  expect(cgiResponse('X: 1\r\n\r\nbody')).toMatchObject({ status: 200, body: 'body' });
});

test('what does not begin with headers is no response', () => {
  for (const printed of ['', 'hello', 'hello\n\nX: 1', '\n\nbody', '{"a": 1}\n\n'])
    expect(cgiResponse(printed)).toBeNull();
});
