/*
 * Services of labs in the browser are programs by the rules of CGI (RFC 3875): what is asked stands in variables and on
 * the input, and the program prints headers, an empty line and a body.
 */

/** A request to a service. */
export interface ServiceRequest {
  method: string;
  url: URL;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

/** What a service has answered. */
export interface ServiceResponse {
  status: number;
  reason: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

const REASONS: Readonly<Record<number, string>> = {
  ...{ 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 301: 'Moved Permanently', 302: 'Found' },
  ...{ 303: 'See Other', 304: 'Not Modified', 307: 'Temporary Redirect', 308: 'Permanent Redirect' },
  ...{ 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed' },
  ...{ 406: 'Not Acceptable', 409: 'Conflict', 410: 'Gone', 412: 'Precondition Failed' },
  ...{ 415: 'Unsupported Media Type', 422: 'Unprocessable Content', 428: 'Precondition Required' },
  ...{ 429: 'Too Many Requests', 500: 'Internal Server Error', 502: 'Bad Gateway', 503: 'Service Unavailable' },
};
const HEADER = /^([!#$%&'*+.^_`|~\dA-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The variables that tell a service about a request. */
export function cgiVariables({ method, url, headers, body }: ServiceRequest): Record<string, string> {
  const own = headers.map(([name, value]) => [`HTTP_${name.toUpperCase().replace(/[^A-Z\d]/g, '_')}`, value] as const);
  const { HTTP_CONTENT_TYPE: type = '', HTTP_CONTENT_LENGTH: _length, ...others } = Object.fromEntries(own);
  return {
    ...others,
    GATEWAY_INTERFACE: 'CGI/1.1',
    SERVER_PROTOCOL: 'HTTP/1.1',
    SERVER_NAME: url.hostname,
    SERVER_PORT: url.port || (url.protocol === 'https:' ? '443' : '80'),
    HTTP_HOST: url.host,
    REQUEST_METHOD: method,
    PATH_INFO: decoded(url.pathname),
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: type,
    CONTENT_LENGTH: body === '' ? '' : String(bytesOf(body)),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Reads what a service has printed.
 *
 * @returns null when it does not begin with headers
 */
export function cgiResponse(printed: string): ServiceResponse | null {
  const [, head = '', body = ''] = /^(.+?)\r?\n\r?\n([\s\S]*)$/s.exec(printed) ?? /^(.+?)\r?\n?$/s.exec(printed) ?? [];
  const headers: [string, string][] = [];
  for (const line of head.split(/\r?\n/)) {
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    if (name === undefined) return null;
    headers.push([name, value]);
  }
  const at = headers.findIndex(([name]) => name.toLowerCase() === 'status');
  const [, number = '200', words = ''] = /^(\d{3})(?: (.*))?$/.exec(headers[at]?.[1] ?? '200') ?? [];
  const status = Number(number);
  return {
    status,
    reason: words === '' ? (REASONS[status] ?? '') : words,
    headers: headers.filter((_header, position) => position !== at),
    body,
  };
}

/** Head of a response as it goes over a wire. */
export const headOf = ({ status, reason, headers }: ServiceResponse): string =>
  [`HTTP/1.1 ${`${status} ${reason}`.trim()}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  );
